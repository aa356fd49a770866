import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { type Comment, deleteComment, restoreComment } from "../../../shared/work/comments/comments.contract";
import { authorOf } from "./comment-author";
import { paths } from "../../platform/paths";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useAction } from "../../platform/query";
import { copyText } from "../../ui/copy";
import type { UndoStep } from "../../undo/history";
import { undoableMutation } from "../../undo/undoable-mutation";

const deletedStep = (id: number, text: string): UndoStep => ({
  text,
  undo: async () => {
    await call(restoreComment, { params: { id } });
    return {
      text,
      undo: async () => {
        await call(deleteComment, { params: { id } });
        return deletedStep(id, text);
      },
    };
  },
});

export function CommentMenu({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const text = useText();
  const { id, task_id, can } = comment;
  const params = { id };
  const deletedMessage = text("comment.gone");
  const remove = useAction(
    deleteComment,
    undoableMutation(deletedMessage, () => deletedStep(id, deletedMessage)),
  );
  const link = () => new URL(paths.comment(task_id, id), window.location.origin).href;
  return (
    <Menu width={200} position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} aria-label={text("comment.menu", { name: authorOf(comment).fullname })}>
          <IconDots size={14} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconLink size={16} stroke={1.75} />}
          onClick={() => void copyText(link(), text("comment.linkCopied"))}
        >
          {text("comment.copyLink")}
        </Menu.Item>
        {can.edit && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
            {text("comment.edit")}
          </Menu.Item>
        )}
        {can.delete && (
          <Menu.Item
            color="danger"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => remove.mutate({ params })}
          >
            {text("comment.delete")}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
