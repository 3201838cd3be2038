/** Objects in S3: listing, copying on the server's side, deleting; every page, every size. */
package dev.lakeferry.objects;
