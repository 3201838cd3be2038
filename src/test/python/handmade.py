"""Writes Delta tables by hand, for what delta-rs cannot write: deletion vectors, column mapping,
absolute paths, checkpoints of these. The log's JSON and the vectors follow the protocol's text alone:
https://github.com/delta-io/delta/blob/master/PROTOCOL.md"""

import json
import struct
import uuid
import zlib
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq

Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'


def z85(data):
    data += b'\0' * (-len(data) % 4)
    text = ''
    for i in range(0, len(data), 4):
        value, digits = int.from_bytes(data[i:i + 4], 'big'), ''
        for _ in range(5):
            value, digits = value // 85, Z85[value % 85] + digits
        text += digits
    return text


def roaring_array(rows):
    """A RoaringBitmapArray of row numbers below 2^32, in array and bitmap containers."""
    containers = {}
    for row in sorted(rows):
        containers.setdefault(row >> 16, []).append(row & 0xffff)
    head = struct.pack('<II', 12346, len(containers))
    for key in sorted(containers):
        head += struct.pack('<HH', key, len(containers[key]) - 1)
    offset, offsets, body = len(head) + 4 * len(containers), b'', b''
    for key in sorted(containers):
        offsets += struct.pack('<I', offset + len(body))
        lows = containers[key]
        if len(lows) > 4096:
            body += sum(1 << low for low in lows).to_bytes(8192, 'little')
        else:
            body += b''.join(struct.pack('<H', low) for low in lows)
    return struct.pack('<IQI', 1681511377, 1, 0) + head + offsets + body


def field(name, type_, id_=None, physical=None):
    metadata = {}
    if id_ is not None:
        metadata = {'delta.columnMapping.id': id_, 'delta.columnMapping.physicalName': physical}
    return {'name': name, 'type': type_, 'nullable': True, 'metadata': metadata}


PLAIN = {'minReaderVersion': 1, 'minWriterVersion': 2}
MAPPED = {'minReaderVersion': 2, 'minWriterVersion': 5}
VECTORS = {
    'minReaderVersion': 3, 'minWriterVersion': 7,
    'readerFeatures': ['deletionVectors'], 'writerFeatures': ['deletionVectors']}
MAPPED_VECTORS = {
    'minReaderVersion': 3, 'minWriterVersion': 7,
    'readerFeatures': ['deletionVectors', 'columnMapping'],
    'writerFeatures': ['deletionVectors', 'columnMapping']}


TEXTS = pa.map_(pa.string(), pa.string())
CHECKPOINT = [
    ('protocol', pa.struct([
        ('minReaderVersion', pa.int32()), ('minWriterVersion', pa.int32()),
        ('readerFeatures', pa.list_(pa.string())), ('writerFeatures', pa.list_(pa.string()))])),
    ('metaData', pa.struct([
        ('id', pa.string()),
        ('format', pa.struct([('provider', pa.string()), ('options', TEXTS)])),
        ('schemaString', pa.string()), ('partitionColumns', pa.list_(pa.string())),
        ('configuration', TEXTS), ('createdTime', pa.int64())])),
    ('add', pa.struct([
        ('path', pa.string()), ('partitionValues', TEXTS), ('size', pa.int64()),
        ('modificationTime', pa.int64()), ('dataChange', pa.bool_()), ('stats', pa.string()),
        ('deletionVector', pa.struct([
            ('storageType', pa.string()), ('pathOrInlineDv', pa.string()), ('offset', pa.int32()),
            ('sizeInBytes', pa.int32()), ('cardinality', pa.int64())]))])),
    ('remove', pa.struct([
        ('path', pa.string()), ('deletionTimestamp', pa.int64()), ('dataChange', pa.bool_())]))]
SIDECARS = [
    ('checkpointMetadata', pa.struct([('version', pa.int64())])),
    ('sidecar', pa.struct([
        ('path', pa.string()), ('sizeInBytes', pa.int64()), ('modificationTime', pa.int64())]))]


class Handmade:
    def __init__(self, fs, base, name):
        self.fs, self.folder, self.sizes, self.version = fs, base[len('s3://'):] + name + '/', {}, 0

    def uri(self, path):
        return 's3://' + self.folder + path

    def _put(self, path, data):
        with self.fs.open_output_stream(self.folder + path) as out:
            out.write(data)

    def parquet(self, path, table):
        with self.fs.open_output_stream(self.folder + path) as out:
            pq.write_table(table, out)
        self.sizes[path] = self.fs.get_file_info(self.folder + path).size

    def inline(self, rows):
        data = roaring_array(rows)
        return {'storageType': 'i', 'pathOrInlineDv': z85(data), 'sizeInBytes': len(data),
                'cardinality': len(rows)}

    def on_disk(self, rows):
        data, name = roaring_array(rows), uuid.uuid4()
        self._put('deletion_vector_%s.bin' % name,
                  b'\x01' + struct.pack('>I', len(data)) + data + struct.pack('>I', zlib.crc32(data)))
        return {'storageType': 'u', 'pathOrInlineDv': z85(name.bytes), 'offset': 1,
                'sizeInBytes': len(data), 'cardinality': len(rows)}

    def named(self, vector):
        """An on-disk vector of this table, as a clone of it names it."""
        name = vector['pathOrInlineDv']
        data = b''.join(sum(Z85.index(c) * 85 ** (4 - i) for i, c in enumerate(name[j:j + 5]))
                        .to_bytes(4, 'big') for j in range(0, 20, 5))
        path = self.uri('deletion_vector_%s.bin' % uuid.UUID(bytes=data))
        return dict(vector, storageType='p', pathOrInlineDv=path)

    def add(self, path, rows, vector=None, values=None, of=None):
        """An add action; of is the table whose file it is, if another's."""
        add = {
            'path': quote(path) if of is None else of.uri(quote(path)),
            'partitionValues': values or {},
            'size': (of or self).sizes[path],
            'modificationTime': 0,
            'dataChange': True,
            'stats': json.dumps({'numRecords': rows, 'tightBounds': vector is None})}
        if vector:
            add['deletionVector'] = vector
        return {'add': add}

    def remove(self, path, vector=None, of=None):
        remove = {'path': quote(path) if of is None else of.uri(quote(path)),
                  'deletionTimestamp': 0, 'dataChange': True}
        if vector:
            remove['deletionVector'] = vector
        return {'remove': remove}

    def _checkpoint(self, path, rows, fields):
        def spelled(action):
            if 'add' in action:
                add = action['add']
                return {'add': dict(add, partitionValues=list(add['partitionValues'].items()))}
            if 'metaData' in action:
                data = action['metaData']
                return {'metaData': dict(data, format={'provider': 'parquet', 'options': []},
                                         configuration=list(data['configuration'].items()))}
            return action
        with self.fs.open_output_stream(self.folder + '_delta_log/' + path) as out:
            pq.write_table(
                pa.Table.from_pylist([spelled(r) for r in rows], schema=pa.schema(fields)), out)
        self.sizes[path] = self.fs.get_file_info(self.folder + '_delta_log/' + path).size

    def checkpoint(self, protocol, metadata, adds, parts=None, sidecar=None, name=None):
        """A checkpoint of the newest version; the commits that it holds are removed."""
        version = self.version - 1
        names = [(name or '%020d.checkpoint.parquet') % version] if parts is None else [
            '%020d.checkpoint.%010d.%010d.parquet' % (version, i + 1, parts) for i in range(parts)]
        rows = [{'protocol': protocol}, {'metaData': metadata}] + adds
        if sidecar:
            rows += [{'checkpointMetadata': {'version': version}},
                     {'sidecar': {'path': sidecar, 'sizeInBytes': self.sizes['_sidecars/' + sidecar],
                                  'modificationTime': 0}}]
        for i, name in enumerate(names):
            self._checkpoint(name, rows[i::len(names)], CHECKPOINT + (SIDECARS if sidecar else []))
        for version in range(self.version):
            self.fs.delete_file(self.folder + '_delta_log/%020d.json' % version)

    def sidecar(self, name, adds):
        self._checkpoint('_sidecars/' + name, adds, [f for f in CHECKPOINT if f[0] in ('add', 'remove')])

    def create(self, protocol, fields, actions, partitions=(), configuration=None):
        metadata = {
            'id': str(uuid.uuid4()),
            'format': {'provider': 'parquet', 'options': {}},
            'schemaString': json.dumps({'type': 'struct', 'fields': fields}),
            'partitionColumns': list(partitions),
            'configuration': configuration or {},
            'createdTime': 0}
        self.commit([{'protocol': protocol}, {'metaData': metadata}] + actions)
        return metadata

    def commit(self, actions):
        self._put('_delta_log/%020d.json' % self.version,
                  '\n'.join(json.dumps(action) for action in actions).encode() + b'\n')
        self.version += 1
