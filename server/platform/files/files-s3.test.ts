import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openS3 } from "./files-s3";

test("a request to a store that never responds fails after two attempts", async () => {
  let attempts = 0;
  const store = createServer(() => void (attempts += 1)).listen(0, "127.0.0.1");
  await once(store, "listening");
  try {
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const { sdk, client } = await openS3({ endpoint, region: "here", accessKeyId: "id", secretAccessKey: "key" })();
    const request = client.send(new sdk.DeleteObjectCommand({ Bucket: "files", Key: "1/aa/one" }), {
      requestTimeout: 200,
    });
    await expect(request).rejects.toMatchObject({ name: "TimeoutError" });
    expect(attempts).toBe(2);
    client.destroy();
  } finally {
    store.closeAllConnections();
    store.close();
  }
});
