import { IconFile, IconPhoto } from "@tabler/icons-react";
import { useFormat, useText } from "../platform/intl/useText";
import { useShownTask } from "./shown-task";
import classes from "./TaskParts.module.css";

/** What hangs on the task, to look at and to take away. */
export function TaskAttachments() {
  const text = useText();
  const { number } = useFormat();
  const { attachments } = useShownTask();
  if (attachments.length === 0) return null;
  const sizeOf = (bytes: number) =>
    bytes < 1_000_000
      ? number(Math.max(1, Math.round(bytes / 1000)), { style: "unit", unit: "kilobyte" })
      : number(Math.round(bytes / 100_000) / 10, { style: "unit", unit: "megabyte" });
  return (
    <section>
      <header className={classes.head}>
        <h2>{text("task.attachments")}</h2>
        <span className={classes.count}>{number(attachments.length)}</span>
      </header>
      <ul className={classes.files}>
        {attachments.map(({ id, title, file }) => (
          <li key={id}>
            <a className={classes.file} href={file.url} target="_blank" rel="noreferrer">
              <span className={classes.fileIcon}>
                {file.type.startsWith("image/") ? (
                  <IconPhoto size={16} stroke={1.75} aria-hidden />
                ) : (
                  <IconFile size={16} stroke={1.75} aria-hidden />
                )}
              </span>
              <span className={classes.fileWords}>
                <bdi className="clip">{title || file.name}</bdi>
                <small>{sizeOf(file.size)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
