import { Select } from "@mantine/core";
import type { BoardImport } from "../../../shared/work/imports/imports.contract";
import { useText } from "../../platform/intl/useText";
import classes from "./imports.module.css";

/** Above this number of boards, the user can search for one. */
export const mostUnsearchedBoards = 10;

interface ChooseBoardProps extends Pick<BoardImport, "boards" | "board"> {
  disabled: boolean;
  onChoose: (board: string) => void;
}

/** The board to import of a file with several boards. */
export function ChooseBoard({ boards, board, disabled, onChoose }: ChooseBoardProps) {
  const text = useText();
  return (
    <Select
      className={classes.board}
      label={text("projectImport.board")}
      description={text("projectImport.board.why", { count: boards.length })}
      data={boards.map(({ id, title, count }) => ({
        value: id,
        label: text("projectImport.board.option", { title, count }),
      }))}
      value={board}
      onChange={(value) => value !== null && onChoose(value)}
      allowDeselect={false}
      searchable={boards.length > mostUnsearchedBoards}
      disabled={disabled}
    />
  );
}
