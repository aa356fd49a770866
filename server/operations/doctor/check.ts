/** Result of a check. All states except `ok` name the next step. */
export type Finding =
  | { state: "ok"; text: string }
  | {
      /** `attention`: works, but less well or less safely than it could. `failed`: the product can't do its work. */
      state: "attention" | "failed";
      text: string;
      todo: string;
    };

export interface Check<Context> {
  title: string;
  /** An exception counts as `failed` with its message. */
  run(context: Context): Finding[] | Promise<Finding[]>;
  /** Next step when `run` throws. */
  todo: string;
}

export const ok = (text: string): Finding => ({ state: "ok", text });
export const needsAttention = (text: string, todo: string): Finding => ({ state: "attention", text, todo });
export const failed = (text: string, todo: string): Finding => ({ state: "failed", text, todo });

/** The findings, or one `ok` if there are none. */
export const okUnless = (findings: Finding[], text: string): Finding[] => (findings.length > 0 ? findings : [ok(text)]);
