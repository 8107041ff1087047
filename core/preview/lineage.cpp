#include "preview/lineage.h"

#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "weir/names.h"

namespace weir {

namespace {

/// Empty for the value, where most columns come from.
std::string origin_of(const SourceColumn& source) {
    return source.origin == SourceColumn::Origin::Value ? std::string() : std::string(origin_name(source.origin));
}

std::string label_of(const PathStep& step) {
    return step.literal ? fmt::format("['{}']", step.name) : step.name;
}

/// The record as a tree of what is read of it, then as rows.
class Record {
  public:
    Record(const Contract& contract, const BuildPlan& plan, Lineage& lineage) : contract_(contract), lineage_(lineage) {
        for (const SourceColumn& source : plan.sources) {
            Branch branch;
            branch.row = {
                std::string(source.name), type_of(source.column), origin_of(source), 0, source.nullable, false};
            branch.column = source.column;
            roots_.push_back(add(std::move(branch)));
        }
        if (plan.explode) {
            const std::size_t array = walk(plan.explode->path);
            Branch branch;
            branch.row = {std::string(plan.explode->as),
                          type_of(plan.explode->element),
                          "each element",
                          0,
                          plan.explode->element_nullable,
                          true};
            branch.column = plan.explode->element;
            element_ = add(std::move(branch));
            if (array != kNowhere) {
                branches_[array].below.push_back(element_);
            } else {
                roots_.push_back(element_);
            }
        }
    }

    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

    /// The branch that the path ends at, made on the way.
    std::size_t walk(const BoundPath& path) {
        std::size_t at = path.root == PathRoot::Element    ? element_
                         : path.root_index < roots_.size() ? roots_[path.root_index]
                                                           : kNowhere;
        for (std::size_t i = 0; at != kNowhere && i < path.steps.size(); ++i) {
            branches_[at].row.used = true;
            at = step(at, path.steps[i]);
        }
        if (at != kNowhere) {
            branches_[at].row.used = true;
        }
        return at;
    }

    /// Writes the rows; afterwards row() knows where each branch stands.
    void write() {
        rows_.resize(branches_.size(), LineageTarget::kNone);
        for (const std::size_t root : roots_) {
            write(root, 0);
        }
    }
    [[nodiscard]] std::uint32_t row(std::size_t branch) const {
        return branch == kNowhere ? LineageTarget::kNone : rows_[branch];
    }

  private:
    struct Branch {
        LineageSource row;
        ColumnId column = kNoColumn;
        std::vector<std::size_t> below;
        std::map<std::string, std::size_t, std::less<>> by_name;
    };

    std::size_t add(Branch branch) {
        branches_.push_back(std::move(branch));
        return branches_.size() - 1;
    }

    [[nodiscard]] std::string type_of(ColumnId column) const {
        return column == kNoColumn ? std::string() : brief_type(contract_.columns, contract_.columns[column]);
    }

    std::size_t step(std::size_t at, const PathStep& step) {
        const std::string name = label_of(step);
        if (const auto found = branches_[at].by_name.find(name); found != branches_[at].by_name.end()) {
            return found->second;
        }
        Branch branch;
        branch.row.name = name;
        branch.row.nullable = true;
        if (branches_[at].column != kNoColumn) {
            const Column& above = contract_.columns[branches_[at].column];
            branch.column = above.kind == TypeKind::Map && above.count == 2 ? contract_.columns.map_value(above)
                                                                            : contract_.columns.child(above, step.name);
            branch.row.type = type_of(branch.column);
            branch.row.nullable = above.kind == TypeKind::Map || branch.column == kNoColumn ||
                                  contract_.columns[branch.column].may_be_null();
        }
        const std::size_t made = add(std::move(branch));
        branches_[at].below.push_back(made);
        branches_[at].by_name.emplace(name, made);
        return made;
    }

    // Paths have at most 64 steps.
    void write(std::size_t branch, std::uint32_t depth) {
        rows_[branch] = static_cast<std::uint32_t>(lineage_.sources.size());
        branches_[branch].row.depth = depth;
        lineage_.sources.push_back(branches_[branch].row);
        for (const std::size_t below : branches_[branch].below) {
            write(below, depth + 1);
        }
    }

    const Contract& contract_;
    Lineage& lineage_;
    std::vector<Branch> branches_;
    std::vector<std::size_t> roots_;
    std::size_t element_ = kNowhere;
    std::vector<std::uint32_t> rows_;
};

std::string how_of(const Contract& contract, const OutputBinding& output) {
    const auto type = [&](ColumnId column) {
        return column == kNoColumn ? std::string("?") : contract_type(contract.columns[column]);
    };
    switch (output.how) {
    case OutputBinding::How::Copy:
        return "as it is";
    case OutputBinding::How::Widen:
        return fmt::format("cast {} → {}", type(output.from.column), type(output.output));
    case OutputBinding::How::Decode:
        return "decoded as UTF-8";
    case OutputBinding::How::Rebuild:
        return output.cast_whole ? "cast as a whole" : "rebuilt field by field";
    case OutputBinding::How::Build:
        return "built of its fields";
    case OutputBinding::How::Unbound:
        break;
    }
    return "not bound";
}

class Outputs {
  public:
    Outputs(const Contract& contract, Record& record, Lineage& lineage)
        : contract_(contract), record_(record), lineage_(lineage) {}

    void add(const OutputBinding& output, const std::string& above, std::uint32_t depth) {
        LineageTarget target;
        if (output.output != kNoColumn) {
            const Column& column = contract_.columns[output.output];
            target.name = above.empty() ? std::string(column.name) : fmt::format("{}.{}", above, column.name);
            target.type = brief_type(contract_.columns, column);
            target.required = column.required;
        }
        target.depth = depth;
        target.how = how_of(contract_, output);
        const bool built = output.how == OutputBinding::How::Build;
        branches_.push_back(Record::kNowhere);
        if (!built && output.how != OutputBinding::How::Unbound) {
            target.from = output.from.text;
            target.nullable = output.from.nullable;
            target.element = output.from.root == PathRoot::Element;
            branches_.back() = record_.walk(output.from);
        }
        const std::string name = target.name;
        lineage_.targets.push_back(std::move(target));
        for (const OutputBinding& field : output.fields) {
            if (built) {
                add(field, name, depth + 1);
            }
        }
    }

    /// Once the record's rows are written.
    void connect() {
        for (std::size_t i = 0; i < branches_.size(); ++i) {
            lineage_.targets[i].source = record_.row(branches_[i]);
        }
    }

  private:
    const Contract& contract_;
    Record& record_;
    Lineage& lineage_;
    std::vector<std::size_t> branches_; ///< of each target
};

bool same(const LineageTarget& a, const LineageTarget& b) {
    return a.type == b.type && a.required == b.required && a.from == b.from && a.how == b.how &&
           a.nullable == b.nullable;
}

std::string told(const LineageTarget& target) {
    return fmt::format("{}{}{}{}", target.type, target.required ? ", required" : "",
                       target.from.empty() ? "" : fmt::format(", from {}", target.from),
                       target.how == "as it is" || target.how.empty() ? "" : fmt::format(", {}", target.how));
}

} // namespace

Lineage lineage_of(const Contract& contract, const BuildPlan& plan) {
    Lineage lineage;
    const Build& build = contract.builds[plan.build];
    lineage.build = build.id.value;
    lineage.topic = build.stream ? std::string(build.stream->topic.value) : std::string();
    lineage.own_sql = plan.own_sql;
    const Expose* expose = plan.expose < contract.exposes.size() ? &contract.exposes[plan.expose] : nullptr;
    if (expose != nullptr && expose->binding && expose->binding->location) {
        const Location& location = *expose->binding->location;
        lineage.table = fmt::format("{}.{}", location.name_space.value, location.table.value);
    }
    if (plan.explode) {
        lineage.exploded = plan.explode->path.text;
    }
    Record record(contract, plan, lineage);
    Outputs outputs(contract, record, lineage);
    for (const OutputBinding& output : plan.outputs) {
        outputs.add(output, {}, 0);
    }
    record.write();
    outputs.connect();
    if (plan.own_sql && expose != nullptr) {
        for (std::uint32_t i = 0; i < expose->schema.count; ++i) {
            const Column& column = contract.columns[expose->schema.first + i];
            LineageTarget target;
            target.name = column.name;
            target.type = brief_type(contract.columns, column);
            target.required = column.required;
            lineage.targets.push_back(std::move(target));
        }
    }
    return lineage;
}

void mark_changes(Lineage& head, const Lineage& base) {
    std::unordered_map<std::string_view, const LineageTarget*> before;
    for (const LineageTarget& target : base.targets) {
        before.emplace(target.name, &target);
    }
    for (LineageTarget& target : head.targets) {
        const auto found = before.find(target.name);
        if (found == before.end()) {
            target.mark = LineageMark::Added;
        } else {
            if (!same(target, *found->second)) {
                target.mark = LineageMark::Changed;
                target.was = told(*found->second);
            }
            before.erase(found);
        }
    }
    for (const LineageTarget& target : base.targets) {
        const auto found = before.find(target.name);
        if (found != before.end() && found->second == &target) {
            head.removed.push_back(target);
            head.removed.back().mark = LineageMark::Removed;
            head.removed.back().was = told(target);
        }
    }
}

} // namespace weir
