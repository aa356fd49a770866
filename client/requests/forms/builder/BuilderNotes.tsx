import { Button } from "@mantine/core";
import type { FormDetail } from "../../../../shared/requests/forms/form-templates.contract";
import { useFormat, useText } from "../../../platform/intl/useText";
import classes from "./BuilderNotes.module.css";
import type { FormBuilderState } from "./useFormBuilder";

export function VersionsInUse({ form }: { form: FormDetail }) {
  const text = useText();
  const { number } = useFormat();
  const keeps = form.keeps.filter(() => form.draft !== null);
  if (keeps.length === 0) return null;
  const open = keeps.reduce((sum, one) => sum + one.open, 0);
  const [first] = keeps;
  return (
    <span className={classes.keeps}>
      {keeps.length === 1 && first
        ? text("forms.keepsVersion", { count: open, version: number(first.number) })
        : text("forms.keepVersions", { count: open })}
    </span>
  );
}

export function BuilderNotes({ builder }: { builder: FormBuilderState }) {
  const text = useText();
  const { conflict, missing } = builder;
  return (
    <>
      {conflict && (
        <p className={classes.note} role="alert">
          <span>{text("forms.clash", { name: conflict.name ?? text("field.someone") })}</span>
          <Button size="xs" onClick={() => void builder.takeTheirs()}>
            {text("field.keepTheirs")}
          </Button>
          <Button size="xs" onClick={() => void builder.keepMine()}>
            {text("field.saveMine")}
          </Button>
        </p>
      )}
      {missing > 0 && (
        <p className={classes.note} role="alert">
          {text("forms.missing", { count: missing })}
        </p>
      )}
    </>
  );
}
