import classes from "./RefusedDialog.module.css";
import { Dialog } from "./Dialog";

export interface RefusedItem {
  id: number;
  name: string;
  message?: string | null;
}

interface RefusedDialogProps {
  title: string;
  refused: readonly RefusedItem[];
  onClose: () => void;
}

export function RefusedDialog({ title, refused, onClose }: RefusedDialogProps) {
  return (
    <Dialog opened={refused.length > 0} onClose={onClose} title={title}>
      <ul className={classes.list}>
        {refused.map(({ id, name, message }) => (
          <li key={id}>
            <b>
              <bdi>{name}</bdi>
            </b>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
