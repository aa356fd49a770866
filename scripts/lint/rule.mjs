import path from "node:path";

/**
 * The file being checked, from the project's folder, with forward slashes.
 * @param {{ filename: string, cwd: string }} context
 */
export function projectPath(context) {
  return path.relative(context.cwd, context.filename).split(path.sep).join("/");
}

/**
 * A rule that looks only at files whose project path matches.
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
