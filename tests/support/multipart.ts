export interface Part {
  name: string;
  value: string | Buffer;
  filename?: string;
  type?: string;
}

/** A multipart body as a browser sends it. */
export function multipart(parts: readonly Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = "----portal-test-boundary";
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}\r\n${
        type ? `content-type: ${type}\r\n` : ""
      }\r\n`,
    ),
    Buffer.from(value),
    Buffer.from("\r\n"),
  ]);
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

/** `{a: {b: [1]}}` as fields `a[b][0]`. */
export function fields(value: unknown, name = ""): Part[] {
  if (value === undefined) return [];
  if (value === null || typeof value !== "object")
    return [{ name, value: value === null ? "" : String(value as string | number | boolean) }];
  return Object.entries(value).flatMap(([key, inner]) => fields(inner, name === "" ? key : `${name}[${key}]`));
}
