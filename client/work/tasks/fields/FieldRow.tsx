import type { ReactNode } from "react";
import classes from "./TaskProperties.module.css";
import { FieldNote } from "./FieldNote";
import type { EditableField, TaskFields } from "./useTaskFields";

interface FieldRowProps {
  label: ReactNode;
  children: ReactNode;
  field?: EditableField;
  fields?: TaskFields;
  wide?: boolean;
}

export function FieldRow({ label, children, field, fields, wide }: FieldRowProps) {
  return (
    <div className={classes.row} data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {field && fields && <FieldNote field={field} fields={fields} />}
    </div>
  );
}
