"""Writes Parquet files whose lists have two levels, as old writers did and pyarrow cannot. By the
format's text alone: https://github.com/apache/parquet-format"""

import struct

I32, I64, TEXT, LIST, STRUCT = 5, 6, 8, 9, 12
INT64, REQUIRED, REPEATED, RLE = 2, 0, 2, 3


def varint(n):
    out = b''
    while n > 0x7f:
        out += bytes([n & 0x7f | 0x80])
        n >>= 7
    return out + bytes([n])


def value(kind, v):
    if kind in (I32, I64):
        return varint(v << 1)
    if kind == TEXT:
        return varint(len(v)) + v.encode()
    if kind == LIST:
        of, items = v
        return bytes([len(items) << 4 | of]) + b''.join(value(of, i) for i in items)
    return thrift(v)


def thrift(fields):
    """A struct of (id, type, value) in Thrift's compact protocol."""
    out, last = b'', 0
    for id_, kind, v in fields:
        out += bytes([(id_ - last) << 4 | kind]) + value(kind, v)
        last = id_
    return out + b'\0'


def levels(numbers):
    runs = b''.join(bytes([2, n]) for n in numbers)
    return struct.pack('<I', len(runs)) + runs


def page(count, body):
    return thrift([
        (1, I32, 0), (2, I32, len(body)), (3, I32, len(body)),
        (5, STRUCT, [(1, I32, count), (2, I32, 0), (3, I32, RLE), (4, I32, RLE)])]) + body


def repeated(ids, lists, annotated):
    """The bytes of a file of the columns id and l; annotated puts l into a group LIST."""
    longs = lambda numbers: b''.join(struct.pack('<q', n) for n in numbers)
    entries = [(int(i > 0), int(bool(l)), n) for l in lists for i, n in enumerate(l or [None])]
    pages = [
        (['id'], len(ids), page(len(ids), longs(ids))),
        (['l', 'item'] if annotated else ['l'], len(entries), page(
            len(entries),
            levels(e[0] for e in entries) + levels(e[1] for e in entries)
            + longs(e[2] for e in entries if e[1])))]
    out, chunks = b'PAR1', []
    for path, count, data in pages:
        chunks.append([(2, I64, len(out)), (3, STRUCT, [
            (1, I32, INT64), (2, LIST, (I32, [0, RLE])), (3, LIST, (TEXT, path)), (4, I32, 0),
            (5, I64, count), (6, I64, len(data)), (7, I64, len(data)), (9, I64, len(out))])])
        out += data
    leaf = lambda name, repetition: [(1, I32, INT64), (3, I32, repetition), (4, TEXT, name)]
    group = [[(3, I32, REQUIRED), (4, TEXT, 'l'), (5, I32, 1), (6, I32, 3)], leaf('item', REPEATED)]
    footer = thrift([
        (1, I32, 1),
        (2, LIST, (STRUCT, [[(4, TEXT, 'schema'), (5, I32, 2)], leaf('id', REQUIRED)]
                   + (group if annotated else [leaf('l', REPEATED)]))),
        (3, I64, len(ids)),
        (4, LIST, (STRUCT, [[(1, LIST, (STRUCT, chunks)), (2, I64, len(out)), (3, I64, len(ids))]]))])
    return out + footer + struct.pack('<I', len(footer)) + b'PAR1'
