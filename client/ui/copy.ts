import { paths } from "../platform/paths";
import { toast } from "./toast/toast";

/** The clipboard API needs https or localhost; elsewhere falls back to `execCommand`. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "sr-only";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  toast.done(done);
}

export function copyLink(taskId: number, done: string): void {
  void copyText(new URL(paths.anyTask(taskId), window.location.origin).href, done);
}
