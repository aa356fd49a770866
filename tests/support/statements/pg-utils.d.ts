declare module "pg/lib/utils" {
  /** A value as sent to the server: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
