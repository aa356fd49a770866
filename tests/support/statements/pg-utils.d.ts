declare module "pg/lib/utils" {
  /** A value as it is sent: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
