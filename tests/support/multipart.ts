export interface MultipartPart {
  name: string;
  value: string | Buffer;
  filename?: string;
  type?: string;
}

/** Escapes names as browsers do (HTML, multipart/form-data encoding algorithm). */
const escaped = (name: string) => name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");

export function multipart(parts: readonly MultipartPart[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = "----portal-test-boundary";
  const pieces = parts.flatMap(({ name, value, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${escaped(filename)}"`}\r\n${
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

/** `{a: {b: [1]}}` becomes the field `a[b][0]`. */
export function formFields(value: unknown, name = ""): MultipartPart[] {
  if (value === undefined) return [];
  if (value === null || typeof value !== "object")
    return [{ name, value: value === null ? "" : String(value as string | number | boolean) }];
  return Object.entries(value).flatMap(([key, inner]) => formFields(inner, name === "" ? key : `${name}[${key}]`));
}
