import { Button, FileButton, Textarea } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import type { Encoding, Separator, TableLayout } from "../../../shared/kernel/table-text";
import type { NumberStyle } from "../../../shared/kernel/written-amounts";
import type { DayStyle } from "../../../shared/kernel/written-days";
import { useText } from "../../platform/intl/useText";
import { FileTextFields } from "../../ui/fields/FileTextFields";
import { type LayoutChoice, setChoices, TableLayoutFields } from "../../ui/fields/TableLayoutFields";

interface FormatChoice extends LayoutChoice {
  encoding?: Encoding;
  separator?: Separator;
  days?: DayStyle;
  numbers?: NumberStyle;
}

/** A table to import: a file or pasted text, with the formats that the user has chosen. */
export interface TableSource {
  file: File | null;
  content: string;
  format: FormatChoice;
}

export const emptySource: TableSource = { file: null, content: "", format: {} };

export const isEmptySource = ({ file, content }: TableSource) => !file && content.trim() === "";

export const withFormat = (source: TableSource, format: FormatChoice): TableSource => ({
  ...source,
  format: { ...source.format, ...format },
});

/** Files are parsed on the server, which detects the encoding. */
export function sourceBody({ file, content, format }: TableSource): FormData {
  const body = new FormData();
  if (file) body.set("file", file);
  else body.set("content", content);
  setChoices(body, format);
  return body;
}

interface TableSourceFieldsProps {
  source: TableSource;
  accept: string;
  contentLabel: string;
  /** The formats detected in the source; undefined before it is checked. */
  detected: { text: ComponentProps<typeof FileTextFields>["text"] | null; layout: TableLayout | null } | undefined;
  isPending: boolean;
  onType: (source: TableSource) => void;
  /** Called with another file or format. */
  onChoose: (source: TableSource) => void;
}

export function TableSourceFields(props: TableSourceFieldsProps) {
  const { source, accept, contentLabel, detected, isPending, onType, onChoose } = props;
  const text = useText();
  const { file, content } = source;
  const chooseFormat = (format: FormatChoice) => onChoose(withFormat(source, format));
  return (
    <>
      <FileButton accept={accept} onChange={(chosen) => chosen && onChoose({ ...emptySource, file: chosen })}>
        {(button) => (
          <Button {...button} loading={isPending} leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}>
            {text("holiday.import.choose")}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={contentLabel}
        minRows={4}
        maxRows={10}
        dir="ltr"
        value={content}
        onChange={(event) => onType({ ...source, file: null, content: event.currentTarget.value })}
      />
      {file && (
        <p role="status">
          <bdi>{file.name}</bdi>
        </p>
      )}
      {file && detected?.text && (
        <FileTextFields
          text={detected.text}
          withoutSeparator={/\.ics$/i.test(file.name)}
          disabled={isPending}
          onChange={chooseFormat}
        />
      )}
      {file && detected?.layout && (
        <TableLayoutFields layout={detected.layout} disabled={isPending} onChange={chooseFormat} />
      )}
    </>
  );
}
