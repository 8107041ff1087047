"""Small faults for C++ sources, all in one text: each stands behind a switch that is read when the program starts, so that one
build holds hundreds. Places come from clang's own tree, so that what is changed is an expression and nothing else."""
import random
import re

from clang import cindex

K = cindex.CursorKind
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+"}
ARITHMETIC = {cindex.TypeKind.INT, cindex.TypeKind.UINT, cindex.TypeKind.LONG, cindex.TypeKind.ULONG, cindex.TypeKind.LONGLONG, cindex.TypeKind.ULONGLONG,
              cindex.TypeKind.USHORT, cindex.TypeKind.SHORT}
# Where a value has to be known to the compiler, nothing can be switched.
FIXED = {K.STATIC_ASSERT, K.ENUM_DECL, K.CASE_STMT, K.TEMPLATE_TYPE_PARAMETER, K.FIELD_DECL, K.PARM_DECL}


def read(file):
    """A source with a character for each byte: clang counts bytes."""
    return file.read_bytes().decode("latin-1")


def write(file, text):
    file.write_bytes(text.encode("latin-1"))


def is_fixed(cursor, text):
    if cursor.kind in FIXED:
        return True
    if cursor.kind in (K.VAR_DECL, K.FUNCTION_DECL, K.CXX_METHOD, K.CONSTRUCTOR, K.FUNCTION_TEMPLATE):
        head = text[cursor.extent.start.offset:cursor.extent.start.offset + 200].split("{")[0].split("=")[0]
        return "constexpr" in head or cursor.kind == K.FUNCTION_TEMPLATE
    return False


def operator_between(text, left, right):
    """The operator's place between two operands: (offset, text)."""
    found = re.fullmatch(r"\s*(<=|>=|==|!=|&&|\|\||<|>|\+|-)\s*", text[left:right])
    return (left + text[left:right].index(found[1]), found[1]) if found else None


def candidates(path, text, arguments):
    """(begin, end, what, replacement) of every possible fault."""
    unit = cindex.Index.create().parse(str(path), args=arguments)
    fatal = [str(one) for one in unit.diagnostics if one.severity >= 3]
    if fatal:
        raise SystemExit(f"{path}: {fatal[:3]}")
    found = []

    def visit(cursor):
        here = cursor.extent.start.file is None or cursor.extent.start.file.name == str(path)
        if not here or is_fixed(cursor, text):
            return
        begin, end = cursor.extent.start.offset, cursor.extent.end.offset
        children = list(cursor.get_children())
        if cursor.kind == K.BINARY_OPERATOR and len(children) == 2:
            left, right = children
            operator = operator_between(text, left.extent.end.offset, right.extent.start.offset)
            if operator and operator[1] in SWAPS and (operator[1] not in "+-" or cursor.type.get_canonical().kind in ARITHMETIC):
                at, word = operator
                other = text[begin:at] + SWAPS[word] + text[at + len(word):end]
                found.append((begin, end, f"{word} to {SWAPS[word]}", f"({other})"))
        elif cursor.kind == K.UNARY_OPERATOR and re.match(r"!(?!=)", text[begin:]) and len(children) == 1:
            found.append((begin, end, "! left out", f"bool({text[begin + 1:end]})"))
        elif cursor.kind == K.CXX_BOOL_LITERAL_EXPR:
            word = text[begin:end]
            found.append((begin, end, f"{word} to {'false' if word == 'true' else 'true'}", "false" if word == "true" else "true"))
        elif cursor.kind == K.INTEGER_LITERAL and re.fullmatch(r"\d+U?L?", text[begin:end]):
            found.append((begin, end, f"{text[begin:end]} to {text[begin:end]} + 1", f"({text[begin:end]} + 1)"))
        elif cursor.kind == K.IF_STMT and children:
            condition = children[0]
            first, last = condition.extent.start.offset, condition.extent.end.offset
            if condition.kind not in (K.DECL_STMT, K.VAR_DECL, K.BINARY_OPERATOR, K.UNARY_OPERATOR) and text[begin:first].strip() == "if (":
                found.append((first, last, "condition turned round", f"!bool({text[first:last]})"))
        for child in children:
            visit(child)

    visit(unit.cursor)
    return [one for one in found if "\n\n" not in text[one[0]:one[1]] and text[one[0]:one[1]].count("{") == text[one[0]:one[1]].count("}")]


def choose(possible, count, seed):
    """So many of [(file, fault)], of which no two of a file overlap."""
    order = list(possible)
    random.Random(seed).shuffle(order)
    taken = {}
    chosen = []
    for file, fault in order:
        if len(chosen) == count:
            break
        spans = taken.setdefault(file, [])
        if all(fault[1] <= begin or end <= fault[0] for begin, end in spans):
            spans.append(fault[:2])
            chosen.append((file, fault))
    return chosen


def switched(text, faults):
    """The text with every fault [(number, fault)] behind its switch."""
    for number, (begin, end, what, other) in sorted(faults, key=lambda one: -one[1][0]):
        own = f"bool({text[begin:end]})" if what.startswith(("condition", "!")) else text[begin:end]  # both sides are of one type
        text = f"{text[:begin]}(weir_mutant == {number} ? {other} : {own}){text[end:]}"
    return "extern const int weir_mutant;\n" + text
