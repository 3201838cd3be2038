"""Stands in for a Duckgres server in tests: PostgreSQL's protocol (the package buenavista) over TLS before a
real DuckDB with the real extensions. As Duckgres does, it gives each connection an instance with the lake
attached as `ducklake`, refuses who does not ask for TLS, and tells SQLSTATEs. It runs what it is sent as it
stands, as Duckgres does for a passthrough user.

Its settings come as JSON on the standard input; it writes its port on the standard output."""

import json
import logging
import re
import socketserver
import ssl
import struct
import sys
import threading

import duckdb
from buenavista.core import BVType, Connection, QueryResult, Session
from buenavista.postgres import BVBuffer, BVContext, BuenaVistaHandler, BuenaVistaServer, ServerResponse

SSL_REQUEST, CANCEL_REQUEST = 80877103, 80877102
WITH_ROWS = ('SELECT', 'WITH', 'FROM', 'VALUES', 'SHOW', 'DESCRIBE', 'EXPLAIN', 'SUMMARIZE')
TYPES = {'BIGINT': BVType.BIGINT, 'INTEGER': BVType.INTEGER, 'BOOLEAN': BVType.BOOL, 'DOUBLE': BVType.FLOAT,
         'HUGEINT': BVType.DECIMAL, 'UBIGINT': BVType.DECIMAL}
STATES = [
    ('Transaction conflict', '40001'), ('INTERRUPT', '57014'), ('Catalog Error', '42P01'),
    ('Parser Error', '42601'), ('Binder Error', '42601'), ('Permission Error', '42501'),
    ('TransactionContext Error', '25000'), ('Conversion Error', '22P02')]


class Rows(QueryResult):
    def __init__(self, cursor, tag):
        super().__init__()
        self.cursor, self.tag = cursor, tag

    def has_results(self):
        return self.cursor is not None

    def column_count(self):
        return len(self.cursor.description)

    def column(self, index):
        name, kind = self.cursor.description[index][:2]
        return name, TYPES.get(str(kind), BVType.TEXT)

    def rows(self):
        return iter(self.cursor.fetchall())

    def status(self):
        return self.tag


class OneInstance(Session):
    def __init__(self, db):
        super().__init__()
        self.db, self.open = db, False

    def in_transaction(self):
        return self.open

    def close(self):
        self.db.close()

    def execute_sql(self, sql, params=None):
        word = re.match(r'\W*(\w*)', sql).group(1).upper()
        self.db.execute(sql)
        if word in WITH_ROWS:
            return Rows(self.db, word)
        if word in ('BEGIN', 'COMMIT', 'ROLLBACK'):
            self.open = word == 'BEGIN'
        changed = 0
        if word in ('INSERT', 'DELETE', 'UPDATE'):
            changed = self.db.fetchone()[0]
        return Rows(None, {'INSERT': 'INSERT 0 %d', 'DELETE': 'DELETE %d', 'UPDATE': 'UPDATE %d'}.get(word, word) %
                    (() if word not in ('INSERT', 'DELETE', 'UPDATE') else (changed,)))


class Lakes(Connection):
    def __init__(self, settings):
        super().__init__()
        self.settings, self.making = settings, threading.Lock()

    def parameters(self):
        return {'server_version': '15.0 (Duckgres stand-in)', 'server_encoding': 'UTF8',
                'client_encoding': 'UTF8', 'DateStyle': 'ISO, MDY', 'TimeZone': 'UTC',
                'integer_datetimes': 'on', 'standard_conforming_strings': 'on'}

    def new_session(self):
        db = duckdb.connect(config={
            'extension_directory': self.settings['extensions'], 'threads': 2, 'memory_limit': '512MB',
            'autoinstall_known_extensions': 'false', 'autoload_known_extensions': 'false'})
        with self.making:
            for statement in self.settings['statements']:
                db.execute(statement)
        return OneInstance(db)


class Handler(BuenaVistaHandler):
    encrypted = False

    def handle_startup(self, conn):
        length, code = self.r.read_uint32(), self.r.read_uint32()
        if code == SSL_REQUEST:
            self.wfile.write(b'S')
            self.request = self.connection = self.server.tls.wrap_socket(self.request, server_side=True)
            self.rfile, self.wfile = self.request.makefile('rb', -1), socketserver._SocketWriter(self.request)
            self.r, self.encrypted = BVBuffer(self.rfile), True
            return self.handle_startup(conn)
        if code == CANCEL_REQUEST:
            process, secret = self.r.read_uint32(), self.r.read_uint32()
            context = self.server.ctxts.get(process)
            if context and context.secret_key == secret:
                context.session.db.interrupt()
            return None
        words = [word.decode() for word in self.r.read_bytes(length - 8).split(b'\0')]
        if not self.encrypted:
            self.state = '28000'
            self.send_error(Exception('SSL/TLS connection required.'))
            return None
        context = BVContext(conn.create_session(), None, dict(zip(words[::2], words[1::2])))
        self.send_auth_request(context)
        return context

    def send_error(self, exception, ctx=None):
        told = str(exception)
        state = getattr(self, 'state', None) or next((s for text, s in STATES if text in told), 'XX000')
        if told == 'Invalid password':
            state = '28P01'
        buf = BVBuffer()
        for field, value in ((b'S', 'ERROR'), (b'V', 'ERROR'), (b'C', state), (b'M', told)):
            buf.write_byte(field)
            buf.write_string(value)
        buf.write_bytes(b'\0')
        out = buf.get_value()
        self.wfile.write(struct.pack('!ci', ServerResponse.ERROR_RESPONSE, len(out) + 4) + out)


class Server(BuenaVistaServer):
    daemon_threads = True

    def __init__(self, settings):
        super().__init__(('127.0.0.1', 0), Lakes(settings), auth={settings['user']: settings['password']})
        self.RequestHandlerClass = Handler
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.tls.load_cert_chain(settings['certificate'], settings['key'])


if __name__ == '__main__':
    logging.basicConfig(level=logging.CRITICAL)
    server = Server(json.loads(sys.stdin.readline()))
    threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    print(server.server_address[1], flush=True)
    server.serve_forever()
