"""Parses callgrind's output: instructions by function and library, and allocations by caller."""

import re
import subprocess
from collections import Counter

# The C library's allocator: a call to one of these from anywhere else is one allocation.
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}

# Functions that forward allocations to their callers' account.
PASSING_ON = re.compile(
    r"swift_(slowAlloc|allocObject|allocBox|bufferAllocate)|sqlite3_?(Malloc|malloc|DbMalloc|Realloc|realloc)(?!Size)"
    r"|CRYPTO_(z?alloc|malloc)|operator new|_consumeAndCreateNew|_allocateStringStorage|^\$ss15__StringStorageC6create"
    r"|^\$ss11_SetStorageC|^\$ss18_DictionaryStorageC|StackAllocator.*::alloc|swift_task_alloc|_swift_task_alloc_specific"
    r"|prepareForAppendInPlace|_StringGutsV4grow"
)


class Profile:
    """One dump of callgrind.

    alone: a function's own instructions. inclusive: with those of what it calls; what calls itself is left out there,
    since its instructions would count once for each level.
    """

    def __init__(self, path):
        self.alone, self.within, self.calls, self.libraries = Counter(), Counter(), Counter(), Counter()
        self.recursive = set()
        names, objects = {}, {}
        function = callee = library = callee_library = None
        follows_calls = False
        with open(path) as file:
            for line in file:
                key, _, value = line.rstrip("\n").partition("=")
                if key == "ob":
                    library = _expanded(value, objects)
                elif key == "fn":
                    function = self._function(_expanded(value, names), library)
                    callee_library = library
                elif key == "cob":
                    callee_library = _expanded(value, objects)
                elif key == "cfn":
                    callee = self._function(_expanded(value, names), callee_library)
                elif key == "calls":
                    self.calls[function, callee] += int(value.split()[0])
                    follows_calls = True
                    callee_library = library
                elif line[:1] in "0123456789+-*":
                    cost = int(line.split()[1])
                    if follows_calls:
                        self.within[function] += cost
                        follows_calls = False
                    else:
                        self.alone[function] += cost
                        self.libraries[library.rsplit("/", 1)[-1]] += cost
        self.total = self.alone.total()
        self.inclusive = self.alone + self.within
        for function in self.recursive:
            del self.inclusive[function]

    def allocations(self):
        """The number of allocations from the C library."""
        return sum(n for (by, of), n in self.calls.items() if of in ALLOCATORS and by not in ALLOCATORS)

    def objects(self):
        """The number of Swift objects among them."""
        return sum(n for (_, of), n in self.calls.items() if of == "swift_allocObject")

    def allocation_sites(self):
        """Allocations by requesting function, including those served from a pool."""
        def passes_on(name):
            return name in ALLOCATORS or PASSING_ON.search(name)

        sites = Counter()
        for (by, of), n in self.calls.items():
            if passes_on(of) and not passes_on(by) and not by.startswith("_int_"):
                # Without symbols only the library is known; linker stubs have none.
                named, _, address = by.partition(" 0x")
                if named != "???":
                    sites[named if address else by] += n
        return sites

    def _function(self, name, library):
        """Functions without symbols have addresses as names; recursion levels count as one function."""
        if name.startswith("0x"):
            return f"{library.rsplit('/', 1)[-1]} {name.replace('0x0000000000', '0x')}"
        name, _, level = name.partition("'")
        if level:
            self.recursive.add(name)
        return name


def demangled(functions):
    """The demangled names of these functions."""
    command = ["swift", "demangle", "--simplified", "--compact"]
    text = subprocess.run(command, input="\n".join(functions), capture_output=True, text=True, check=True).stdout
    return dict(zip(functions, text.split("\n")))


def _expanded(value, names):
    """Callgrind writes a full name once, `(7) name`, then `(7)`."""
    number, _, name = value.partition(" ")
    if name:
        names[number] = name
    return names[number]
