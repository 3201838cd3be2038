package dev.lakeferry.objects;

/** What is done to a store, with the permission that it takes. */
public enum S3Action {
  LIST("s3:ListBucket on the bucket"),
  READ("s3:GetObject on the object"),
  COPY(
      "s3:GetObject on the source, s3:PutObject and s3:AbortMultipartUpload on the target, and the"
          + " use of their KMS keys, where they are encrypted so"),
  PUT("s3:PutObject and s3:AbortMultipartUpload on the object"),
  DELETE("s3:DeleteObject on the objects"),
  CREATE_BUCKET("s3:CreateBucket"),
  ANY("s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject on the bucket");

  private final String permission;

  S3Action(String permission) {
    this.permission = permission;
  }

  /** The permission as IAM names it, for messages. */
  String permission() {
    return permission;
  }
}
