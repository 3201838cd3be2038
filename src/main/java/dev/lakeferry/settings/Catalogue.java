package dev.lakeferry.settings;

import static dev.lakeferry.settings.Setting.choice;
import static dev.lakeferry.settings.Setting.count;
import static dev.lakeferry.settings.Setting.endpoint;
import static dev.lakeferry.settings.Setting.flag;
import static dev.lakeferry.settings.Setting.location;
import static dev.lakeferry.settings.Setting.number;
import static dev.lakeferry.settings.Setting.port;
import static dev.lakeferry.settings.Setting.secret;
import static dev.lakeferry.settings.Setting.size;
import static dev.lakeferry.settings.Setting.text;
import static dev.lakeferry.settings.Setting.time;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Every setting of the service, declared once. The reader, application.properties and
 * docs/configuration.md all come from here; after a change run {@link ConfigurationReference}.
 */
final class Catalogue {
  static final String BUCKET = "[A-Za-z0-9][A-Za-z0-9._-]{1,62}";
  private static final String PART = "(?!\\.{1,2}/)[A-Za-z0-9._-]+/";
  private static final String PREFIX = "(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._=+-]+)*/?";
  private static final String NAMES = "(?:[A-Za-z0-9.-]+(?:,|$))*";
  private static final String ORIGINS = "(?:https?://[A-Za-z0-9.:-]+(?:,|$))*";
  private static final String PORT_OR_OFF =
      "off|0|[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]";
  private static final String ROLE =
      "arn:aws[a-z-]*:iam::[0-9]{12}:role/[A-Za-z0-9_+=,.@/-]{1,576}";
  private static final String ROLE_WORDS =
      "a role's ARN, such as arn:aws:iam::123456789012:role/lake";
  private static final String EXTERNAL_ID = "[A-Za-z0-9_+=,.@:/-]{2,1224}";
  private static final String EXTERNAL_ID_WORDS = "2 to 1,224 letters, digits and any of _+=,.@:/-";
  private static final String CRON = "\\S+(?: \\S+){5,6}";

  private static final List<String> SSL_MODES =
      List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");

  /** A heading of the documentation with its settings. */
  record Section(String title, List<Setting> settings) {}

  static final List<Section> SECTIONS =
      List.of(
          new Section(
              "Profile",
              List.of(
                  choice(
                          "lakeferry.profile",
                          List.of("local", "production"),
                          "local: a developer's machine, with defaults for everything and bucket "
                              + "and lake made if absent. production: no default credentials, "
                              + "nothing made by accident.")
                      .or("production"))),
          new Section(
              "Catalog",
              List.of(
                  text(
                          "ducklake.rds.host",
                          "Host of the PostgreSQL server that holds the DuckLake catalog.")
                      .locally("localhost")
                      .required(),
                  port("ducklake.rds.port", "Its port.").or("5432"),
                  text("ducklake.rds.database", "The catalog's database.").or("ducklake"),
                  text("ducklake.rds.username", "The catalog's user.").or("insights"),
                  secret("ducklake.rds.password", "The catalog user's password.")
                      .locally("insights")
                      .required(),
                  choice(
                          "ducklake.rds.sslmode",
                          SSL_MODES,
                          "TLS to the catalog, in libpq's words. Below require the data may "
                              + "travel in clear.")
                      .or("require")
                      .locally("prefer"),
                  location(
                      "ducklake.rds.sslrootcert",
                      "PEM file with the certificates that verify-ca and verify-full trust."),
                  text(
                          "ducklake.metadata.schema",
                          "[A-Za-z_][A-Za-z0-9_]{0,62}",
                          "a plain schema name of at most 63 characters",
                          "Schema of the catalog's tables in that database. Set once for the life "
                              + "of a lake. Duckgres knows only public.")
                      .orWhereSet("duckgres.host", "public", "ducklake_meta")
                      .locally("public"))),
          new Section(
              "Lake bucket",
              List.of(
                  text("ducklake.bucket", BUCKET, "a bucket name", "S3 bucket for the lake's data.")
                      .locally("ducklake-dev")
                      .required(),
                  text("ducklake.bucket.region", "AWS region of the bucket.").or("us-east-1"),
                  text(
                          "ducklake.data.path",
                          "s3://" + BUCKET + "/(?:" + PART + ")*",
                          "s3://<bucket>/ and folders of letters, digits, dots, underscores and "
                              + "dashes, ending with one slash, and no folder named . or ..",
                          "Where the lake's data files lie; in the lake's bucket. Set once for "
                              + "the life of a lake.")
                      .or("s3://${ducklake.bucket}/"),
                  secret(
                          "ducklake.s3.access.key",
                          "S3 access key. Without both keys AWS's default credential chain is "
                              + "used (IRSA, instance role, profile).")
                      .locally("object_storage_root_user"),
                  secret("ducklake.s3.secret.key", "S3 secret key.")
                      .locally("object_storage_root_password"),
                  endpoint(
                          "ducklake.s3.endpoint",
                          "Address of an object store other than AWS. http:// means without TLS.")
                      .locally("http://localhost:19000"),
                  flag(
                          "ducklake.s3.path.style",
                          "Whether the bucket stands in the path rather than in the host name.")
                      .orWhereSet("ducklake.s3.endpoint", "true", "false")
                      .locally("true"),
                  text(
                      "ducklake.s3.role.arn",
                      ROLE,
                      ROLE_WORDS,
                      "Role that is assumed to reach the bucket, such as one of another account. It"
                          + " also copies, so it must be able to read the source."),
                  text(
                      "ducklake.s3.role.external-id",
                      EXTERNAL_ID,
                      EXTERNAL_ID_WORDS,
                      "External id that the role's trust policy demands."),
                  text(
                      "ducklake.s3.kms.key",
                      "[A-Za-z0-9:/_-]{1,2048}",
                      "the id, alias or ARN of a KMS key",
                      "KMS key that encrypts what is written (SSE-KMS). Unless set, the bucket's own"
                          + " rule holds."),
                  location(
                      "ducklake.s3.ca.file",
                      "PEM file with certificates of authorities that are trusted beside the usual"
                          + " ones."))),
          new Section(
              "Source bucket",
              List.of(
                  text(
                          "source.bucket.url",
                          "s3://" + BUCKET + PREFIX,
                          "s3://<bucket> or s3://<bucket>/<prefix>",
                          "The warehouse bucket, with the prefix below which imports leave their "
                              + "prepared folders.")
                      .locally("s3://data-warehouse")
                      .required(),
                  text("source.bucket.region", "Its AWS region.").or("${ducklake.bucket.region}"),
                  endpoint(
                          "source.bucket.endpoint",
                          "Its object store, where that is not the lake's. Objects can be copied "
                              + "server-side only within one.")
                      .or("${ducklake.s3.endpoint}"),
                  flag("source.bucket.path.style", "Whether the bucket stands in the path.")
                      .orWhereSet("source.bucket.endpoint", "true", "${ducklake.s3.path.style}"),
                  secret(
                          "source.bucket.access.key",
                          "S3 access key to read it; both keys or neither.")
                      .or("${ducklake.s3.access.key}"),
                  secret("source.bucket.secret.key", "S3 secret key to read it.")
                      .or("${ducklake.s3.secret.key}"),
                  text(
                          "source.bucket.role.arn",
                          ROLE,
                          ROLE_WORDS,
                          "Role that is assumed to read it, such as one of another account.")
                      .or("${ducklake.s3.role.arn}"),
                  text(
                          "source.bucket.role.external-id",
                          EXTERNAL_ID,
                          EXTERNAL_ID_WORDS,
                          "External id that the role's trust policy demands.")
                      .or("${ducklake.s3.role.external-id}"),
                  flag(
                          "source.bucket.requester.pays",
                          "Whether the bucket demands that whoever asks pays; every request then"
                              + " says so.")
                      .or("false"),
                  location(
                          "source.bucket.ca.file",
                          "PEM file with certificates of authorities that are trusted beside the"
                              + " usual ones.")
                      .or("${ducklake.s3.ca.file}"))),
          new Section(
              "AWS",
              List.of(
                  endpoint(
                      "lakeferry.aws.sts.endpoint",
                      "Address of the token service that gives temporary credentials, where that is"
                          + " not AWS's own of the region."),
                  text("lakeferry.aws.sts.region", "Its AWS region.")
                      .or("${ducklake.bucket.region}"),
                  time(
                          "lakeferry.aws.session.duration",
                          "How long the credentials of an assumed role last: 15m to 12h, no longer"
                              + " than the role allows, and at most 1h where a role is assumed with"
                              + " another role's credentials.")
                      .or("1h"),
                  time(
                          "lakeferry.aws.session.renew-before",
                          "How long before their end they are renewed. A statement of the engine"
                              + " keeps those that it began with, so the longest of them must fit.")
                      .or("20m"))),
          new Section(
              "State database",
              List.of(
                  text(
                          "lakeferry.state.host",
                          "Host of the PostgreSQL server that holds the service's own tables.")
                      .or("${ducklake.rds.host}"),
                  port("lakeferry.state.port", "Its port.").or("${ducklake.rds.port}"),
                  text(
                          "lakeferry.state.database",
                          "Its database. One of its own, since a DuckLake transaction holds back "
                              + "vacuum in its database for as long as it runs.")
                      .or("lakeferry"),
                  text("lakeferry.state.username", "Its user.").or("${ducklake.rds.username}"),
                  secret("lakeferry.state.password", "Its user's password.")
                      .or("${ducklake.rds.password}"),
                  choice(
                          "lakeferry.state.sslmode",
                          SSL_MODES,
                          "TLS to the state database, in libpq's words.")
                      .or("${ducklake.rds.sslmode}"),
                  location(
                          "lakeferry.state.sslrootcert",
                          "PEM file with the certificates that verify-ca and verify-full trust.")
                      .or("${ducklake.rds.sslrootcert}"))),
          new Section(
              "Lakes of organisations",
              List.of(
                  location(
                          "lakeferry.lakes.directory",
                          "Directory with a file NAME.properties for each lake that is served "
                              + "beside this one (docs/lakes.md).")
                      .or("lakes"),
                  text(
                      "lakeferry.lake",
                      "[a-z0-9-]{1,40}",
                      "a lake's name of small letters, digits and dashes",
                      "Which lake a command works on; none means the one of these settings. "
                          + "For commands only."))),
          new Section(
              "Engine",
              List.of(
                  choice(
                          "lakeferry.engine",
                          List.of("auto", "embedded", "duckgres"),
                          "What runs the lake's SQL: DuckDB in this process (embedded) or a "
                              + "Duckgres server (duckgres). auto takes Duckgres where duckgres.host is "
                              + "set, else embedded.")
                      .or("auto"),
                  size(
                          "lakeferry.engine.memory-limit",
                          "DuckDB's memory, which lies beside the Java heap.")
                      .or("2GB"),
                  number(
                          "lakeferry.engine.threads",
                          1,
                          1024,
                          "DuckDB's threads at most. One waits for one request of S3, so where many"
                              + " footers or small files are read more than the machine has cores"
                              + " are of use. For fewer files fewer are used; and for all other"
                              + " work one for each 160 MB of the memory limit.")
                      .orMeasured(
                          "the number of cores, at least 32",
                          () -> Math.max(32, Runtime.getRuntime().availableProcessors())),
                  number(
                          "lakeferry.engine.instances",
                          1,
                          64,
                          "DuckDB instances, each with its own memory limit and one publication "
                              + "at a time.")
                      .or("1"),
                  location(
                          "lakeferry.engine.temp-directory",
                          "Where DuckDB spills what does not fit into memory.")
                      .or(".lakeferry/spill"),
                  size(
                      "lakeferry.engine.max-temp-directory-size",
                      "How much it may spill. Unless set, DuckDB's own rule: 90 % of the free "
                          + "disk."),
                  location(
                          "lakeferry.extension.directory",
                          "DuckDB extensions, as bin/provision-extensions lays them out.")
                      .or(".lakeferry/extensions"))),
          new Section(
              "Duckgres",
              List.of(
                  text("duckgres.host", "Host of the Duckgres server.")
                      .locally("localhost")
                      .requiredWithDuckgres(),
                  port("duckgres.port", "Its port.").or("5432").locally("15432"),
                  text("duckgres.database", "Its database.").or("ducklake"),
                  text("duckgres.username", "Its user.").or("insights"),
                  secret("duckgres.password", "Its user's password.")
                      .locally("insights")
                      .requiredWithDuckgres(),
                  endpoint(
                      "duckgres.api.url",
                      "Address of Duckgres' control plane, from which bin/lakeferry org sync reads"
                          + " table-naming versions."),
                  secret("duckgres.internal.secret", "What lets us into it."),
                  choice(
                          "duckgres.sslmode",
                          List.of("require", "verify-ca", "verify-full"),
                          "TLS to it, which is never left out. require and verify-ca: its "
                              + "certificate is signed by whom duckgres.sslrootcert names, or by "
                              + "an authority that Java trusts. verify-full: it is also that "
                              + "host's.")
                      .orWhereSet("duckgres.sslrootcert", "verify-full", "require"),
                  location(
                      "duckgres.sslrootcert",
                      "PEM file with the certificates that are trusted, such as a self-signed "
                          + "one of the server's."),
                  flag(
                          "duckgres.self-signed",
                          "Accepts any certificate: the link is encrypted, but nobody knows with "
                              + "whom.")
                      .or("false")
                      .locally("true"),
                  text(
                      "duckgres.worker.cpu",
                      "[0-9]+(?:\\.[0-9]+)?m?",
                      "a number of cores, such as 4 or 500m",
                      "Cores of the worker that serves a session (duckgres.worker_cpu). Unless "
                          + "set, the server decides."),
                  text(
                      "duckgres.worker.memory",
                      "[0-9]+(?:\\.[0-9]+)?(?:[KMGT]i?)?",
                      "a size as Kubernetes writes it, such as 16Gi",
                      "Its memory (duckgres.worker_memory). Unless set, the server "
                          + "decides."))),
          new Section(
              "Intake and work",
              List.of(
                  time("lakeferry.claim.period", "How often due work is looked for.").or("2s"),
                  time(
                          "lakeferry.readiness.period",
                          "How long databases and buckets that answered are not asked again.")
                      .or("15s"),
                  count(
                          "lakeferry.intake.batch",
                          "How many completions one look takes from the inbox.")
                      .or("1000"),
                  count(
                          "lakeferry.registrations.concurrency",
                          "Registrations that run at the same time in this process.")
                      .or("4"),
                  count(
                          "lakeferry.copies.concurrency",
                          "Copies of imports that run at the same time in this process.")
                      .or("2"),
                  count(
                          "lakeferry.models.concurrency",
                          "Copies of models that run at the same time in this process.")
                      .or("2"),
                  choice(
                          "lakeferry.copy.fill",
                          List.of("auto", "register", "rewrite"),
                          "How a copy fills its table. auto: files are registered, and rewritten "
                              + "where they cannot be; register: fails where they cannot be; "
                              + "rewrite: every row is rewritten, for compact files.")
                      .or("auto"),
                  choice(
                          "lakeferry.register.unregistrable",
                          List.of("fail", "rewrite"),
                          "What a registration does with files that DuckDB reads but DuckLake "
                              + "cannot register.")
                      .or("fail"),
                  time(
                          "lakeferry.copy.rebuild-poll",
                          "When a Delta table that is being rebuilt is looked at again.")
                      .or("20s"),
                  time(
                          "lakeferry.copy.rebuild-wait",
                          "How long a Delta table may be being rebuilt before its copy fails.")
                      .or("10m"),
                  choice(
                          "lakeferry.imports.both-paths",
                          List.of("warn", "refuse"),
                          "What happens where both import flags are on for a team: both run and the"
                              + " last swap wins, with a warning; or neither is published.")
                      .or("warn"),
                  text(
                          "lakeferry.models.locations",
                          "(?:s3://[^,\\s]+/(?:,|$))*",
                          "folders such as s3://bucket/folder/, separated by commas",
                          "Where models' Delta tables may lie beside SOURCE_BUCKET_URL.")
                      .or(""),
                  count(
                          "lakeferry.concurrency",
                          "Runs of all workflows that run at the same time, in all replicas "
                              + "together.")
                      .or("1000"),
                  count(
                          "lakeferry.organization.concurrency",
                          "Runs of one organisation that run at the same time, in all replicas "
                              + "together.")
                      .or("100"),
                  count(
                          "lakeferry.team.concurrency",
                          "Runs of one team that run at the same time, in all replicas together.")
                      .or("20"),
                  time(
                          "lakeferry.lease",
                          "How long a claimed run belongs to its worker without a sign of life; "
                              + "every quarter of it one is given.")
                      .or("2m"),
                  time(
                          "lakeferry.stall",
                          "How long nothing of an attempt may move (no object copied, no page listed, no "
                              + "statement begun or ended, no progress or processor time of one) "
                              + "before it is taken for stuck: it is stopped, and its lease is not "
                              + "kept any longer. A COMMIT is never stopped, and waiting for others does not "
                              + "count.")
                      .or("10m"),
                  text(
                          "lakeferry.leases.cron",
                          CRON,
                          "a Quartz cron expression of 6 or 7 fields",
                          "When leases that ran out are taken back, in Quartz's cron notation.")
                      .or("*/30 * * * * ?"),
                  count(
                          "lakeferry.quarantine.deaths",
                          "How often in a row the process that works on a run may die before the "
                              + "run is quarantined as failed.")
                      .or("5"),
                  time(
                          "lakeferry.registrations.time-budget",
                          "How long one attempt at a registration may take.")
                      .or("30m"),
                  time(
                          "lakeferry.copies.time-budget",
                          "How long one attempt at a copy of an import may take.")
                      .or("2h"),
                  time(
                          "lakeferry.models.time-budget",
                          "How long one attempt at a copy of a model may take.")
                      .or("2h"),
                  count(
                          "lakeferry.registrations.attempts",
                          "How often a registration is tried in all, where another try may help.")
                      .or("5"),
                  count(
                          "lakeferry.copies.attempts",
                          "How often a copy of an import is tried in all.")
                      .or("5"),
                  count("lakeferry.models.attempts", "How often a copy of a model is tried in all.")
                      .or("5"),
                  time(
                          "lakeferry.retry.base",
                          "The longest wait before the second try. It doubles with each try; the "
                              + "wait is drawn at random from nothing to it.")
                      .or("10s"),
                  time("lakeferry.retry.longest", "What that wait never exceeds.").or("10m"),
                  time(
                          "lakeferry.busy.delay",
                          "When a run whose table is being published by another is looked at"
                              + " again.")
                      .or("5s"),
                  time(
                          "lakeferry.commit.wait",
                          "How long a publication waits for its turn to commit to the lake.")
                      .or("5m"),
                  text(
                          "lakeferry.publish.mode",
                          "How a generation is published. swap: in one transaction. staged: its"
                              + " files are registered ahead into a shadow table by steps that are"
                              + " committed one by one, and only the swap is one transaction."
                              + " incremental: only the files that changed since the live"
                              + " generation are moved, in one transaction; where that is not"
                              + " possible, swap. auto: incremental where that is possible and"
                              + " enough is unchanged; staged above the two sizes below; else swap."
                              + " A list of mode, or scope=mode with a scope of workflow:NAME,"
                              + " team:ID or table:SCHEMA.TABLE; the most specific wins.")
                      .or("swap"),
                  text(
                          "lakeferry.publish.incremental-share",
                          "0(?:\\.[0-9]{1,6})?|1(?:\\.0{1,6})?",
                          "a share from 0 to 1, such as 0.5",
                          "Which share of a generation's bytes must be unchanged for auto to"
                              + " publish it incrementally.")
                      .or("0.5"),
                  count(
                          "lakeferry.publish.incremental-limit",
                          "After how many incremental publications in a row a table is swapped"
                              + " once: the statistics of a table never shrink otherwise.")
                      .or("100"),
                  count(
                          "lakeferry.publish.staged-above",
                          "Above how many files times columns auto publishes staged: what COMMIT"
                              + " costs grows with it.")
                      .or("20000"),
                  count(
                          "lakeferry.publish.staged-rows",
                          "Above how many rows that must be rewritten auto publishes staged.")
                      .or("50000000"),
                  count(
                          "lakeferry.publish.staged-chunk",
                          "About how many files one step of a staged publication registers; a"
                              + " partition is never divided.")
                      .or("500"),
                  count("lakeferry.copy.concurrency", "Objects that are copied at the same time.")
                      .or("16"),
                  size(
                          "lakeferry.copy.multipart-threshold",
                          "Objects above this size are copied in parts. S3 copies at most 5GiB at "
                              + "once.")
                      .or("5GiB"),
                  text(
                          "lakeferry.folder.pattern",
                          "(?=.*\\{team\\})(?=.*\\{schema\\})[A-Za-z0-9._{}-]+",
                          "a folder name that holds {team} and {schema}, such as "
                              + "team_{team}_{type}_{schema}",
                          "What an import's folder_path must look like: {team} is its team id,"
                              + " {schema} its source schema id, {type} its source type (lower"
                              + " case, underscores).")
                      .or("team_{team}_{type}_{schema}"),
                  choice(
                          "lakeferry.organizations.unknown",
                          List.of("copy_v1", "refuse"),
                          "What happens to an organisation whose table-naming version nobody "
                              + "told: it is new and gets copy_v1, or its completions are refused.")
                      .or("copy_v1"))),
          new Section(
              "Verification",
              List.of(
                  text(
                      "lakeferry.verify.levels",
                      "What a built-in check that does not pass means: fail, warn or off. A list of"
                          + " check=level, or scope/check=level with a scope of workflow:NAME,"
                          + " team:ID or table:SCHEMA.TABLE; the most specific wins."
                          + " docs/verification.md names the checks and their own levels."),
                  choice(
                          "lakeferry.schema.policy",
                          List.of("evolve", "strict", "report"),
                          "What a new generation may change in the live table's columns. evolve:"
                              + " add and widen. strict: nothing. report: anything, which is told.")
                      .or("evolve"),
                  text(
                          "lakeferry.verify.decode-files",
                          "all|[1-9][0-9]{0,5}",
                          "a whole number of at least 1, or all",
                          "Of how many files of a generation one row group is decoded before the "
                              + "swap; all decodes every row of every file. Where null_counts reads"
                              + " every column of the new table, that decodes every row already.")
                      .or("32"),
                  size(
                          "lakeferry.verify.null-counts.largest",
                          "How large the landed files of a generation may be for its nulls to be"
                              + " counted before the swap, which reads every column once. Nulls of"
                              + " larger ones are compared after it, from the statistics.")
                      .or("2GB"),
                  text(
                          "lakeferry.verify.volume-drop",
                          "0(?:\\.[0-9]{1,6})?|1(?:\\.0{1,6})?",
                          "a share from 0 to 1, such as 0.5",
                          "By which share of its rows a table may shrink from one generation to the"
                              + " next before the check volume does not pass.")
                      .or("0.5"),
                  location(
                          "lakeferry.verification.directory",
                          "The declared checks, *.yaml; read again when a file changes.")
                      .or("verification"))),
          new Section(
              "Routes and flags",
              List.of(
                  location("lakeferry.routes.directory", "The routes that operators may edit.")
                      .or("routes"),
                  flag(
                          "lakeferry.routes.reload",
                          "Whether edited routes are taken into service without a restart.")
                      .or("true"),
                  time(
                          "lakeferry.routes.reload-period",
                          "How often the routes' files are looked at; an edit is taken when two "
                              + "looks in a row see the same.")
                      .or("2s"),
                  choice(
                          "lakeferry.flags.provider",
                          List.of("file", "flagd", "posthog"),
                          "Where feature flags come from: a file, a flagd server, or PostHog, whose"
                              + " flags are evaluated here.")
                      .or("file"),
                  location(
                          "lakeferry.flags.file",
                          "The feature flags, in flagd's format; read again when the file changes.")
                      .or("flags.json"),
                  time(
                          "lakeferry.flags.deadline",
                          "How long a flag server may take to answer; later the flag is off.")
                      .or("1s"),
                  text("lakeferry.flags.flagd.host", "Host of the flagd server.").or("localhost"),
                  port("lakeferry.flags.flagd.port", "Its port, for evaluation.").or("8013"),
                  flag("lakeferry.flags.flagd.tls", "Whether it is spoken to by TLS.").or("false"),
                  location(
                      "lakeferry.flags.flagd.ca.file",
                      "PEM file with the certificates that its TLS must come from, where those are"
                          + " not the usual ones."),
                  endpoint("lakeferry.flags.posthog.host", "PostHog's address.")
                      .or("https://us.i.posthog.com"),
                  secret("lakeferry.flags.posthog.project.key", "PostHog's project API key."),
                  secret(
                      "lakeferry.flags.posthog.personal.key",
                      "PostHog's personal or feature flags API key, with which flag definitions are"
                          + " read."),
                  time(
                          "lakeferry.flags.posthog.poll",
                          "How often the definitions are read again; at least 1s.")
                      .or("30s"),
                  time(
                          "lakeferry.flags.posthog.stale-after",
                          "How long definitions hold that could not be read again; then every flag"
                              + " is off.")
                      .or("5m"))),
          new Section(
              "Retention",
              List.of(
                  time(
                          "lakeferry.retention.inbox",
                          "How long a completion stays in the inbox after its runs ended.")
                      .or("30d"),
                  time(
                          "lakeferry.retention.runs",
                          "How long runs, attempts and verification results stay; a table's last "
                              + "completed attempt always does.")
                      .or("90d"),
                  text(
                          "lakeferry.retention.cron",
                          CRON,
                          "a Quartz cron expression of 6 or 7 fields",
                          "When they are pruned, in Quartz's cron notation (seconds first).")
                      .or("0 17 3 * * ?"))),
          new Section(
              "Upkeep",
              List.of(
                  choice(
                          "lakeferry.leftovers",
                          List.of("remove", "report"),
                          "What happens to objects that unpublished attempts left in the lake's "
                              + "bucket: they are removed, or only counted in the log.")
                      .or("remove"),
                  time(
                          "lakeferry.leftovers.age",
                          "How old attempts and objects are at least before they are removed.")
                      .or("24h"),
                  count("lakeferry.leftovers.budget", "How many objects one sweep removes at most.")
                      .or("100000"),
                  text(
                          "lakeferry.leftovers.cron",
                          CRON,
                          "a Quartz cron expression of 6 or 7 fields",
                          "When they are looked for, in Quartz's cron notation.")
                      .or("0 41 * * * ?"),
                  choice(
                          "lakeferry.upkeep",
                          List.of("run", "report"),
                          "What the scheduled steps of the lake's upkeep do: their work, or only"
                              + " say in upkeep_log what there would be to do.")
                      .or("run"),
                  time(
                          "lakeferry.upkeep.retention",
                          "How long the lake's past stays readable. Older snapshots are expired; at"
                              + " least 24h, and the longest time budget.")
                      .or("7d"),
                  count(
                          "lakeferry.upkeep.expire.budget",
                          "How many snapshots one pass expires at most.")
                      .or("10000"),
                  time(
                          "lakeferry.upkeep.clean-up.age",
                          "How long files have not been needed by any snapshot before their objects"
                              + " are deleted. Longer than the longest query of a reader.")
                      .or("2d"),
                  count(
                          "lakeferry.upkeep.clean-up.budget",
                          "How many objects one pass deletes at most.")
                      .or("100000"),
                  size("lakeferry.upkeep.merge.small", "Below which size a file is small.")
                      .or("16MB"),
                  number(
                          "lakeferry.upkeep.merge.files",
                          2,
                          Integer.MAX_VALUE,
                          "How many small files a table has at least before they are merged.")
                      .or("20"),
                  count("lakeferry.upkeep.merge.budget", "How many tables one pass merges at most.")
                      .or("20"),
                  flag(
                          "lakeferry.upkeep.merge.registered",
                          "Whether tables that hold registered files are compacted as well, unless "
                              + "they are partitioned. Their data is written anew then.")
                      .or("false"),
                  text(
                          "lakeferry.upkeep.rewrite.deleted",
                          "0(?:\\.[0-9]{1,6})?|1(?:\\.0{1,6})?",
                          "a share from 0 to 1, such as 0.3",
                          "Above which share of deleted rows a file is written anew.")
                      .or("0.3"),
                  count(
                          "lakeferry.upkeep.rewrite.budget",
                          "How many tables one pass rewrites files of at most.")
                      .or("20"),
                  flag(
                          "lakeferry.upkeep.purge-statistics",
                          "Whether statistics of tables that no snapshot names are deleted from the"
                              + " catalog; else they are only counted.")
                      .or("false"),
                  time(
                          "lakeferry.upkeep.time-budget",
                          "How long one step may take; what is left is done by the next pass.")
                      .or("30m"),
                  upkeepCron("flush", "0 7 2 * * ?", "rows that stand in the catalog are flushed"),
                  upkeepCron("expire", "0 13 2 * * ?", "old snapshots are expired"),
                  upkeepCron("merge", "0 23 2 * * ?", "small files are merged"),
                  upkeepCron("rewrite", "0 37 2 * * ?", "files with deleted rows are rewritten"),
                  upkeepCron("clean-up", "0 53 * * * ?", "objects that nothing needs are deleted"),
                  upkeepCron(
                      "statistics", "0 3 3 * * ?", "statistics of dropped tables are counted"),
                  upkeepCron(
                      "views", "0 9 3 * * ?", "the views for observation are looked after"))),
          new Section(
              "Overview",
              List.of(
                  text(
                      "lakeferry.freshness.target",
                      "How old applied data may grow before its line is late: a length of time, or"
                          + " off. A list of target, or scope=target with a scope of workflow:NAME,"
                          + " team:ID or table:SCHEMA.TABLE; the most specific wins. Unless set,"
                          + " nothing is late."),
                  time(
                          "lakeferry.freshness.lag",
                          "How long finished data may wait to be applied, or a due run to be"
                              + " taken, before the overview warns of it.")
                      .or("1h"))),
          new Section(
              "Pages and API",
              List.of(
                  text("lakeferry.http.host", "Address on which pages and API are served.")
                      .or("127.0.0.1"),
                  text(
                          "lakeferry.http.port",
                          PORT_OR_OFF,
                          "a port from 0 to 65535, or off",
                          "Its port; 0 takes any that is free, off serves no pages and no API.")
                      .or("8080"),
                  size("lakeferry.http.body.largest", "The largest body that a request may have.")
                      .or("1MB"),
                  choice(
                          "lakeferry.http.loopback",
                          List.of("open", "closed"),
                          "Whether someone on the service's own machine needs no login. From"
                              + " elsewhere nobody is answered without one.")
                      .or("open"),
                  text(
                          "lakeferry.http.hosts",
                          NAMES,
                          "names separated by commas",
                          "Names besides localhost by which someone on the service's own machine"
                              + " may call it without a login.")
                      .or(""),
                  text(
                          "lakeferry.http.origins",
                          ORIGINS,
                          "origins such as https://lake.example.com, separated by commas",
                          "Origins besides the service's own whose pages may act, such as its name"
                              + " at a proxy.")
                      .or(""),
                  location(
                      "lakeferry.http.users",
                      "File of those who may log in with a password; bin/lakeferry user writes"
                          + " it."),
                  location(
                      "lakeferry.http.jwt.key",
                      "File with the key of JSON Web Tokens: a PEM public key (RSA or EC), or a"
                          + " shared secret of at least 32 bytes."),
                  text("lakeferry.http.jwt.issuer", "Who must have issued them."),
                  text("lakeferry.http.jwt.audience", "Whom they must be meant for."),
                  text(
                          "lakeferry.http.jwt.roles-claim",
                          "The claim that lists the roles read, act and intake.")
                      .or("roles"),
                  count(
                          "lakeferry.http.intake.rate",
                          "Completions a second that this process takes by HTTP.")
                      .or("10"),
                  count(
                          "lakeferry.http.intake.burst",
                          "How many it takes at once after a quiet time.")
                      .or("50"))),
          new Section(
              "Operation",
              List.of(
                  text(
                          "lakeferry.management.host",
                          "Address on which health and metrics are served.")
                      .or("127.0.0.1"),
                  port("lakeferry.management.port", "Its port.").or("9090"),
                  text(
                      "lakeferry.traces.endpoint",
                      "https?://[^\\s@?#]+",
                      "an http:// or https:// address such as http://collector:4318/v1/traces",
                      "Where traces are sent by OpenTelemetry's protocol over HTTP: one a run, a "
                          + "span for each attempt and each of its stages. Without it none are "
                          + "made."),
                  flag(
                          "lakeferry.metrics.team-labels",
                          "Whether metrics tell teams apart (label team_id).")
                      .or("true"),
                  flag(
                          "lakeferry.metrics.schema-labels",
                          "Whether metrics tell source schemas apart (label schema_id).")
                      .or("true"),
                  choice(
                          "lakeferry.log.format",
                          List.of("text", "json"),
                          "text for people, json (ECS) for collectors.")
                      .or("text"),
                  choice(
                          "lakeferry.log.level",
                          List.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE"),
                          "The least level that is logged.")
                      .or("INFO"),
                  time(
                          "lakeferry.shutdown.grace",
                          "How long work in flight may take to end after SIGTERM. Below what the "
                              + "platform grants (Kubernetes: 30 s).")
                      .or("25s"))));

  private static final Map<String, Setting> BY_KEY =
      SECTIONS.stream()
          .flatMap(section -> section.settings().stream())
          .collect(
              Collectors.toMap(
                  Setting::key,
                  setting -> setting,
                  (one, other) -> {
                    throw new IllegalStateException(one.key() + " is declared twice");
                  },
                  LinkedHashMap::new));

  private Catalogue() {}

  static Collection<Setting> all() {
    return BY_KEY.values();
  }

  static Optional<Setting> find(String key) {
    return Optional.ofNullable(BY_KEY.get(key));
  }

  /** Throws IllegalArgumentException for a key that is not declared: a fault of the program. */
  static Setting get(String key) {
    return find(key).orElseThrow(() -> new IllegalArgumentException("No setting is called " + key));
  }

  private static Setting upkeepCron(String step, String fallback, String what) {
    return text(
            "lakeferry.upkeep.%s.cron".formatted(step),
            CRON,
            "a Quartz cron expression of 6 or 7 fields",
            "When %s, in Quartz's cron notation.".formatted(what))
        .or(fallback);
  }
}
