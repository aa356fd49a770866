import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { formLimits } from "../../../../shared/requests/forms/forms.schema";
import { useText } from "../../../platform/intl/useText";
import type { FieldInputProps } from "./FieldInput";
import classes from "./FieldInput.module.css";
import { FileLinks } from "./FileLinks";

const accepted = ".jpg,.jpeg,.png,.pdf,.docx";

interface FileInputProps extends FieldInputProps {
  label: ReactNode;
  description: string | undefined;
}

export function FileInput({ field, files, onFiles, onRemoveFile, errorAt, label, description }: FileInputProps) {
  const text = useText();
  const [over, setOver] = useState(false);
  const own = files.filter((file) => file.field === field.id);
  const error = errorAt("");
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onFiles?.([...event.dataTransfer.files]);
        }}
      >
        <FileButton multiple accept={accepted} onChange={(chosen) => onFiles?.(chosen)}>
          {(props) => (
            <Button
              {...props}
              disabled={!onFiles || own.length >= formLimits.files}
              data-invalid={error ? true : undefined}
              leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
            >
              {text("forms.file.choose")}
            </Button>
          )}
        </FileButton>
        <span>{text("forms.file.which")}</span>
      </div>
      {own.length > 0 && <FileLinks files={own} onRemove={onRemoveFile} />}
      {description && (
        <p className={classes.help}>
          <bdi>{description}</bdi>
        </p>
      )}
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}
