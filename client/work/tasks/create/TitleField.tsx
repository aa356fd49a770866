import { TextInput } from "@mantine/core";
import { useRef } from "react";
import type { ProjectField } from "../../../../shared/work/fields/fields.contract";
import { useText } from "../../../platform/intl/useText";
import type { Person } from "../../../ui/signs/people";
import classes from "./NewTaskDialog.module.css";
import { TitleSuggestions } from "./TitleSuggestions";

interface TitleFieldProps {
  value: string;
  error: string | undefined;
  people: readonly Person[];
  tags: readonly { id: number; name: string; color: string }[];
  fields: readonly ProjectField[];
  onChange: (title: string) => void;
}

export function TitleField({ error, ...suggestions }: TitleFieldProps) {
  const text = useText();
  const field = useRef<HTMLInputElement>(null);
  return (
    <TitleSuggestions field={field} {...suggestions}>
      {(suggested) => (
        <TextInput
          {...suggested}
          data-autofocus
          data-unkept
          dir="auto"
          size="md"
          className={classes.title}
          aria-label={text("task.title")}
          placeholder={text("newTask.hint")}
          error={error}
          enterKeyHint="done"
          autoComplete="off"
        />
      )}
    </TitleSuggestions>
  );
}
