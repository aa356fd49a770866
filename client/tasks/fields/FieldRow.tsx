import type { ReactNode } from "react";
import classes from "../detail/TaskProps.module.css";
import { FieldNote } from "./FieldNote";
import type { Field, TaskFields } from "./useTaskFields";

interface FieldRowProps {
  label: ReactNode;
  children: ReactNode;
  /** The field it saves, for what is said about it. */
  field?: Field;
  fields?: TaskFields;
  /** Takes both columns. */
  wide?: boolean;
}

/** A label of 96 px and a value that is changed where it stands. */
export function FieldRow({ label, children, field, fields, wide }: FieldRowProps) {
  return (
    <div className={classes.row} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {field && fields && <FieldNote field={field} fields={fields} />}
    </div>
  );
}
