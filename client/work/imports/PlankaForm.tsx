import { Button, PasswordInput, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { listPlankaBoards, readPlankaBoard } from "../../../shared/work/imports/planka.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { mostUnsearchedBoards } from "./ChooseBoard";
import classes from "./imports.module.css";

interface PlankaServer {
  address: string;
  token: string;
}
type PlankaBoard = ReplyOf<typeof listPlankaBoards>["data"][number];

const boardSchema = readPlankaBoard.body.pick(["board_id"]);

/** Reads a board from a server of Planka and returns it as a file, so that the import goes on as with a file of the user. */
export function PlankaForm({ onRead }: { onRead: (file: File) => void }) {
  const text = useText();
  const [found, setFound] = useState<{ server: PlankaServer; boards: PlankaBoard[] } | null>(null);
  const form = useForm(listPlankaBoards.body, {
    initialValues: { address: "", token: "" },
    onSubmit: async (server) => {
      const { data: boards } = await call(listPlankaBoards, { body: server });
      setFound({ server, boards });
    },
  });
  return (
    <div className={classes.planka}>
      <p>{text("projectImport.planka.why")}</p>
      <Form form={form}>
        <TextInput
          label={text("projectImport.planka.address")}
          type="url"
          inputMode="url"
          autoFocus
          {...form.field("address")}
        />
        <PasswordInput
          label={text("projectImport.planka.token")}
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
          {...form.field("token")}
        />
        <Button type="submit" loading={form.sending}>
          {text("projectImport.planka.list")}
        </Button>
      </Form>
      {found && found.boards.length === 0 && <p role="status">{text("projectImport.planka.none")}</p>}
      {found && found.boards.length > 0 && <PlankaBoards {...found} onRead={onRead} />}
    </div>
  );
}

interface PlankaBoardsProps {
  server: PlankaServer;
  boards: readonly PlankaBoard[];
  onRead: (file: File) => void;
}

function PlankaBoards({ server, boards, onRead }: PlankaBoardsProps) {
  const text = useText();
  const form = useForm(boardSchema, {
    initialValues: { board_id: "" },
    onSubmit: async ({ board_id }) => {
      const { data } = await call(readPlankaBoard, { body: { ...server, board_id } });
      onRead(new File([data.document], `${data.name}.json`, { type: "application/json" }));
    },
  });
  return (
    <Form form={form}>
      <Select
        label={text("projectImport.board")}
        data={boards.map(({ id, title, project }) => ({ value: id, label: project ? `${project} / ${title}` : title }))}
        allowDeselect={false}
        searchable={boards.length > mostUnsearchedBoards}
        {...form.valueProps<string | null>("board_id")}
      />
      <Button type="submit" loading={form.sending}>
        {text("projectImport.planka.read")}
      </Button>
    </Form>
  );
}
