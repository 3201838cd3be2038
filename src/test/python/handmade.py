"""Writes Delta tables by hand, for what delta-rs cannot write: deletion vectors, column mapping,
absolute paths. The log's JSON and the vectors follow the protocol's text alone:
https://github.com/delta-io/delta/blob/master/PROTOCOL.md"""

import json
import struct
import uuid
import zlib

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
    """A RoaringBitmapArray of row numbers below 2^32, in array containers."""
    containers = {}
    for row in sorted(rows):
        containers.setdefault(row >> 16, []).append(row & 0xffff)
    head = struct.pack('<II', 12346, len(containers))
    for key in sorted(containers):
        head += struct.pack('<HH', key, len(containers[key]) - 1)
    offset, offsets, body = len(head) + 4 * len(containers), b'', b''
    for key in sorted(containers):
        offsets += struct.pack('<I', offset + len(body))
        body += b''.join(struct.pack('<H', low) for low in containers[key])
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

    def add(self, path, rows, vector=None, values=None, of=None):
        """An add action; of is the table whose file it is, if another's."""
        add = {
            'path': path if of is None else of.uri(path),
            'partitionValues': values or {},
            'size': (of or self).sizes[path],
            'modificationTime': 0,
            'dataChange': True,
            'stats': json.dumps({'numRecords': rows, 'tightBounds': vector is None})}
        if vector:
            add['deletionVector'] = vector
        return {'add': add}

    def create(self, protocol, fields, actions, partitions=(), configuration=None):
        self.commit([
            {'protocol': protocol},
            {'metaData': {
                'id': str(uuid.uuid4()),
                'format': {'provider': 'parquet', 'options': {}},
                'schemaString': json.dumps({'type': 'struct', 'fields': fields}),
                'partitionColumns': list(partitions),
                'configuration': configuration or {},
                'createdTime': 0}}] + actions)

    def commit(self, actions):
        self._put('_delta_log/%020d.json' % self.version,
                  '\n'.join(json.dumps(action) for action in actions).encode() + b'\n')
        self.version += 1
