import { ActionIcon } from "@mantine/core";
import { IconPaperclip, IconX } from "@tabler/icons-react";
import type { FormRequestDetail } from "../../../../shared/requests/forms/forms.contract";
import { useText } from "../../../platform/intl/useText";
import { TruncatedName } from "../../../ui/signs/TruncatedName";
import classes from "./FileLinks.module.css";

interface FileLinksProps {
  files: FormRequestDetail["files"];
  onRemove?: (id: number) => void;
}

export function FileLinks({ files, onRemove }: FileLinksProps) {
  const text = useText();
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.id}>
          <IconPaperclip size={14} stroke={1.75} aria-hidden />
          <a href={file.url} target="_blank" rel="noreferrer">
            <TruncatedName>{file.name}</TruncatedName>
          </a>
          {onRemove && (
            <ActionIcon aria-label={text("forms.file.remove", { name: file.name })} onClick={() => onRemove(file.id)}>
              <IconX size={14} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
