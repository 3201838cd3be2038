package dev.lakeferry.objects;

import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;

/** Has everything that a client writes encrypted with a key of KMS, whoever makes the request. */
final class WriteEncryption implements ExecutionInterceptor {
  private final String key;

  WriteEncryption(String key) {
    this.key = key;
  }

  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    if (context.request() instanceof CopyObjectRequest copy) {
      return copy.toBuilder()
          .serverSideEncryption(ServerSideEncryption.AWS_KMS)
          .ssekmsKeyId(key)
          .build();
    }
    if (context.request() instanceof CreateMultipartUploadRequest begin) {
      return begin.toBuilder()
          .serverSideEncryption(ServerSideEncryption.AWS_KMS)
          .ssekmsKeyId(key)
          .build();
    }
    if (context.request() instanceof PutObjectRequest put) {
      return put.toBuilder()
          .serverSideEncryption(ServerSideEncryption.AWS_KMS)
          .ssekmsKeyId(key)
          .build();
    }
    return context.request();
  }
}
