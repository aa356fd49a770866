import path from "node:path";

/**
 * The path of the checked file relative to the project folder, with forward slashes.
 * @param {{ filename: string, cwd: string }} context
 */
export function projectPath(context) {
  return path.relative(context.cwd, context.filename).split(path.sep).join("/");
}

/**
 * Creates a rule for files whose project path matches.
 * @param {RegExp} files
 * @param {(context: any, file: string) => Partial<Record<string, (node: any) => void>>} visitors
 */
export function ruleFor(files, visitors) {
  return {
    create(/** @type {any} */ context) {
      const file = projectPath(context);
      return files.test(file) ? visitors(context, file) : {};
    },
  };
}
