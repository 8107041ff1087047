"""A display of its own for one test, and what is painted on it: Xvfb, injected input, pixels. Standard library only."""
import collections
import mmap
import os
import pathlib
import struct
import subprocess
import tempfile
import time
import zlib


class Picture:
    """Pixels in rows of (r, g, b)."""

    def __init__(self, width, height, rows):
        self.width, self.height, self.rows = width, height, rows  # rows: bytes, three a pixel

    def crop(self, region):
        x, y, w, h = (max(int(v), 0) for v in region)
        w, h = min(w, self.width - x), min(h, self.height - y)
        return Picture(w, h, [row[3 * x : 3 * (x + w)] for row in self.rows[y : y + h]])

    def colours(self):
        """How often each colour stands in the picture."""
        count = collections.Counter()
        for row in self.rows:
            count.update(zip(row[0::3], row[1::3], row[2::3]))
        return count

    def background(self):
        return self.colours().most_common(1)[0][0]

    def ink(self, distance=90):
        """Pixels that stand out from the most common colour: text, signs, lines."""
        colours = self.colours()
        back = colours.most_common(1)[0][0]
        return sum(n for c, n in colours.items() if sum(abs(a - b) for a, b in zip(c, back)) > distance)

    def near(self, colour, distance=24):
        """Pixels that have about this colour."""
        return sum(n for c, n in self.colours().items() if sum(abs(a - b) for a, b in zip(c, colour)) <= distance)

    def differing(self, other):
        """Pixels that are not the same in both."""
        if (self.width, self.height) != (other.width, other.height):
            return max(self.width * self.height, other.width * other.height)
        return sum(
            sum(1 for i in range(0, len(a), 3) if a[i : i + 3] != b[i : i + 3]) for a, b in zip(self.rows, other.rows) if a != b
        )

    def write_png(self, path):
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        data = b"".join(b"\0" + row for row in self.rows)
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))

    def text(self):
        """What a reader sees, by tesseract; None when it is not installed."""
        dark = sum(self.background()) < 384
        factor = 3
        rows = []
        for row in self.rows:
            grey = bytes((255 - v if dark else v) for v in ((a + b + c) // 3 for a, b, c in zip(row[0::3], row[1::3], row[2::3])))
            rows.extend([b"".join(bytes((v,)) * factor for v in grey)] * factor)
        head = b"P5 %d %d 255\n" % (self.width * factor, self.height * factor)
        with tempfile.NamedTemporaryFile(suffix=".pgm") as file:
            file.write(head + b"".join(rows))
            file.flush()
            try:
                run = subprocess.run(
                    ["tesseract", file.name, "stdout", "--psm", "6"], capture_output=True, timeout=120, check=True,
                    env={**os.environ, "OMP_THREAD_LIMIT": "1"},
                )
            except FileNotFoundError:
                return None
        return run.stdout.decode("utf-8", "replace")


def read_png(path):
    """Reads the PNG files that the window writes: eight bits, RGB, unfiltered rows."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is not a PNG file"
    at, pixels = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert (depth, colour, interlace) == (8, 2, 0), "not 8 bit RGB"
        elif kind == b"IDAT":
            pixels += body
        at += 12 + size
    raw = zlib.decompress(pixels)
    stride = 1 + 3 * width
    assert len(raw) == stride * height and all(raw[y * stride] == 0 for y in range(height)), "filtered rows"
    return Picture(width, height, [raw[y * stride + 1 : (y + 1) * stride] for y in range(height)])


class Display:
    """Xvfb on a free display number, its frame buffer in a file."""

    def __init__(self, width, height):
        self.folder = tempfile.TemporaryDirectory(prefix="weir-xvfb-")
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-fbdir", self.folder.name,
             "-nolisten", "tcp", "-noreset"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as numbers:
            self.name = ":" + numbers.readline().strip()
        if self.name == ":":
            raise RuntimeError("Xvfb did not start")
        self.environment = {**os.environ, "DISPLAY": self.name, "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        # Settings and logs of the window are the test's own.
        for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            self.environment[name] = str(pathlib.Path(self.folder.name) / name.lower())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait(20)
        self.folder.cleanup()

    def xdotool(self, *arguments):
        return subprocess.run(
            ["xdotool", *map(str, arguments)], env=self.environment, capture_output=True, text=True, timeout=60, check=True
        ).stdout

    def picture(self):
        """The screen as it is now (an XWD file, 32 bits a pixel)."""
        path = pathlib.Path(self.folder.name) / "Xvfb_screen0"
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            head = struct.unpack(">25I", data[:100])
            header, width, height, bits, line, colours = head[0], head[4], head[5], head[11], head[12], head[19]
            assert bits == 32, f"{bits} bits a pixel"
            start = header + 12 * colours
            rows = []
            for y in range(height):
                raw = data[start + y * line : start + y * line + 4 * width]
                row = bytearray(3 * width)
                row[0::3], row[1::3], row[2::3] = raw[2::4], raw[1::4], raw[0::4]
                rows.append(bytes(row))
        return Picture(width, height, rows)


def wait_for(what, condition, seconds=30):
    """The first true result of `condition`; fails after so long."""
    end = time.monotonic() + seconds
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)
