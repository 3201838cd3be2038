"""Loads one prepared folder into a DuckLake by dlt (https://dlthub.com): its filesystem source reads
the Parquet files as Arrow, its ducklake destination writes them anew and replaces the table.

Reads its job as JSON from standard input, prints what it took as JSON. Starting Python is left out of
the time.
"""

import json
import resource
import sys
import tempfile
import time

import dlt
from dlt.common.configuration.specs import AwsCredentials
from dlt.common.storages.configuration import FilesystemConfiguration
from dlt.destinations import ducklake
from dlt.destinations.impl.ducklake.configuration import DuckLakeCredentials
from dlt.sources.filesystem import readers

ROWS_A_BATCH = 100_000


def main():
    job = json.load(sys.stdin)
    store = AwsCredentials()
    store.aws_access_key_id = job["key"]
    store.aws_secret_access_key = job["secret"]
    store.endpoint_url = job["endpoint"]
    store.region_name = job["region"]
    store.s3_url_style = "path"
    lake = DuckLakeCredentials(
        "dlt",
        metadata_schema="dlt",
        catalog=job["catalogUrl"],
        storage=FilesystemConfiguration(bucket_url=f"s3://{job['source']}/dlt-lake/", credentials=store),
    )
    lake.global_config = {"extension_directory": job["extensions"]}
    with tempfile.TemporaryDirectory() as directory:
        pipeline = dlt.pipeline(
            "bench", destination=ducklake(credentials=lake), dataset_name="bench", pipelines_dir=directory
        )
        files = readers(
            bucket_url=f"s3://{job['source']}/{job['prefix']}", credentials=store, file_glob="**/*.parquet"
        ).read_parquet(chunksize=ROWS_A_BATCH, use_pyarrow=True)
        began, used = time.monotonic(), processor()
        pipeline.run(
            files.with_name(job["table"]), write_disposition="replace", loader_file_format="parquet"
        )
        took = {"seconds": time.monotonic() - began, "processor": processor() - used}
        with pipeline.sql_client() as lake_client:
            took["rows"] = lake_client.execute_sql(f"SELECT count(*) FROM {job['table']}")[0][0]
    print(json.dumps(took))


def processor():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()
