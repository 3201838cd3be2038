"""Registers one prepared folder as the first implementation of this service did: s3fs copies the
objects, 16 at once, and lists of 200 paths are registered into a shadow table by the duckdb package.

Reads its job as JSON from standard input, prints what it took as JSON. Starting Python and DuckDB is
left out of the time: the first implementation was a worker that ran all the time.
"""

import json
import resource
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import duckdb
import s3fs

PATHS_A_CALL = 200
COPIES = 16


def main():
    job = json.load(sys.stdin)
    store = s3fs.S3FileSystem(
        key=job["key"], secret=job["secret"], endpoint_url=job["endpoint"], use_listings_cache=False
    )
    duck = duckdb.connect(config={"extension_directory": job["extensions"]})
    for extension in ("httpfs", "postgres_scanner", "ducklake"):
        duck.execute(f"LOAD {extension}")
    host = job["endpoint"].split("://")[1]
    duck.execute(
        f"CREATE SECRET (TYPE s3, KEY_ID '{job['key']}', SECRET '{job['secret']}',"
        f" ENDPOINT '{host}', URL_STYLE path, USE_SSL false)"
    )
    duck.execute(f"ATTACH 'ducklake:postgres:{job['catalog']}' AS lake (METADATA_SCHEMA '{job['schema']}')")

    began, used = time.monotonic(), processor()
    rows = register(job, store, duck)
    took = {"seconds": time.monotonic() - began, "processor": processor() - used, "rows": rows}
    print(json.dumps(took))


def processor():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def register(job, store, duck):
    source = f"{job['source']}/{job['prefix']}"
    landing = f"{job['lake']}/{job['landing']}"
    objects = [path for path in store.find(source) if path.endswith(".parquet")]
    landed = [landing + path[len(source):] for path in objects]
    with ThreadPoolExecutor(COPIES) as pool:
        list(pool.map(store.cp_file, objects, landed))

    rows = sum(
        duck.execute(
            "SELECT sum(num_rows) FROM parquet_file_metadata(?)",
            [[f"s3://{path}" for path in objects[i : i + PATHS_A_CALL]]],
        ).fetchone()[0]
        for i in range(0, len(objects), PATHS_A_CALL)
    )
    table = job["table"]
    duck.execute("CREATE SCHEMA IF NOT EXISTS lake.bench")
    duck.execute("BEGIN")
    duck.execute(
        f"CREATE TABLE lake.bench.{table}_shadow AS FROM read_parquet('s3://{landed[0]}') LIMIT 0"
    )
    for i in range(0, len(landed), PATHS_A_CALL):
        paths = ", ".join(f"'s3://{path}'" for path in landed[i : i + PATHS_A_CALL])
        duck.execute(
            f"CALL ducklake_add_data_files('lake', '{table}_shadow', [{paths}], schema => 'bench')"
        )
    found = duck.execute(f"SELECT count(*) FROM lake.bench.{table}_shadow").fetchone()[0]
    if found != rows:
        raise SystemExit(f"{found} rows instead of {rows}")
    duck.execute(f"DROP TABLE IF EXISTS lake.bench.{table}")
    duck.execute(f"ALTER TABLE lake.bench.{table}_shadow RENAME TO {table}")
    duck.execute("COMMIT")
    return found


if __name__ == "__main__":
    main()
