import { maxAttachmentTitleLength } from "../../../shared/work/attachments/attachments.contract";
import { CancelButton } from "../../ui/CancelButton";
import { useLengthError } from "../../ui/fields/length";
import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { IconDots, IconPencil, IconPhotoOff, IconPhotoUp, IconRefresh, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import {
  type Attachment,
  deleteAttachment,
  renameAttachment,
} from "../../../shared/work/attachments/attachments.contract";
import { attachmentAccept, isImageType } from "../../../shared/kernel/uploads";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import classes from "./TaskAttachments.module.css";
import { uploads } from "./useUploads";
import { Dialog } from "../../ui/Dialog";

export interface TaskOfAttachments {
  id: number;
  /** Attachment that is the card's cover. */
  cover_id: number | null;
  can: { edit: boolean };
}

export type OnCoverChange = (attachmentId: number | null) => void;

interface AttachmentMenuProps {
  attachment: Attachment;
  task: TaskOfAttachments;
  onCoverChange: OnCoverChange;
}

export function AttachmentMenu({ attachment, task, onCoverChange }: AttachmentMenuProps) {
  const text = useText();
  const { id: userId } = useCurrentUser();
  const [asking, setAsking] = useState<"rename" | "delete" | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { id, title, can, file } = attachment;
  const mayCover = task.can.edit && isImageType(file.type);
  const isCover = task.cover_id === id;
  if (!can.edit && !can.delete && !mayCover) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={text("attachment.actions", { title })}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayCover && (
            <Menu.Item
              leftSection={isCover ? <IconPhotoOff size={16} stroke={1.75} /> : <IconPhotoUp size={16} stroke={1.75} />}
              onClick={() => onCoverChange(isCover ? null : id)}
            >
              {text(isCover ? "attachment.removeCover" : "attachment.makeCover")}
            </Menu.Item>
          )}
          {can.edit && (
            <>
              <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={() => setAsking("rename")}>
                {text("attachment.rename")}
              </Menu.Item>
              <Menu.Item leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => chooser.current?.click()}>
                {text("attachment.replace")}
              </Menu.Item>
            </>
          )}
          {can.delete && (
            <Menu.Item
              color="danger"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              onClick={() => setAsking("delete")}
            >
              {text("attachment.delete")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <input
        ref={chooser}
        type="file"
        hidden
        accept={attachmentAccept}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) uploads.add([{ userId, taskId: task.id, replaces: id, file: chosen }]);
          currentTarget.value = "";
        }}
      />
      <Rename attachment={attachment} opened={asking === "rename"} onClose={() => setAsking(null)} />
      <Delete attachment={attachment} opened={asking === "delete"} onClose={() => setAsking(null)} />
    </>
  );
}

interface Asked {
  attachment: Attachment;
  opened: boolean;
  onClose: () => void;
}

function Rename({ attachment, opened, onClose }: Asked) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={text("attachment.renameTitle")} size={460}>
      {opened && <RenameForm attachment={attachment} onClose={onClose} />}
    </Dialog>
  );
}

function RenameForm({ attachment, onClose }: Omit<Asked, "opened">) {
  const text = useText();
  const [title, setTitle] = useState(attachment.title);
  const error = useLengthError()(title, maxAttachmentTitleLength);
  const save = useAction(renameAttachment, { onSuccess: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() && !error && !save.isPending) save.mutate({ params: { id: attachment.id }, body: { title } });
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextInput
        label={text("attachment.title")}
        value={title}
        error={error}
        dir="auto"
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <footer className={classes.actions}>
        <CancelButton isSending={save.isPending} onClick={onClose} />
        <Button type="submit" variant="filled" disabled={!title.trim()} loading={save.isPending}>
          {text("action.save")}
        </Button>
      </footer>
    </form>
  );
}

function Delete({ attachment: { id, title }, opened, onClose }: Asked) {
  const text = useText();
  const remove = useAction(deleteAttachment);
  return (
    <ConfirmDialog
      opened={opened}
      title={text("attachment.deleteTitle", { title })}
      confirmLabel={text("action.delete")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } }, { onSettled: onClose })}
      onClose={onClose}
    >
      {text("attachment.deleteWhy")}
    </ConfirmDialog>
  );
}
