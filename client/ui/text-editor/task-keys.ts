import { paths } from "../../platform/paths";
import { Store } from "../../platform/store";

/** Codes of the projects that the user sees. Other texts of the same form, such as UTF-8, are no keys. */
export const projectCodes$ = new Store<ReadonlySet<string>>(new Set());

const keyPattern = /(?<![\p{L}\p{N}_/-])([A-Z][A-Z0-9]{1,7})-[1-9]\d{0,8}(?![\p{L}\p{N}_-])/gu;
const unlinked = /^<(\/?)(a|code|pre)\b/;

/** Links the keys of tasks in sanitized HTML, except within links and code. */
export function linkTaskKeys(html: string, codes: ReadonlySet<string>): string {
  if (codes.size === 0) return html;
  let depth = 0;
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      const [, end, name] = unlinked.exec(part) ?? [];
      if (name !== undefined) depth += end === "" ? 1 : -1;
      if (part.startsWith("<") || depth > 0) return part;
      return part.replace(keyPattern, (key, code: string) =>
        codes.has(code) ? `<a href="${paths.anyTask(key)}" data-task-key>${key}</a>` : key,
      );
    })
    .join("");
}
