import { dayNumber } from "../../../../shared/kernel/day-number";
import { ActionIcon, Button } from "@mantine/core";
import { IconFileText, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  deletePersonFile,
  listPersonFiles,
  type PersonFile,
} from "../../../../shared/people/people/person-files.contract";
import { useFileSize } from "../../../work/attachments/useFileSize";
import { Message, useText } from "../../../platform/intl/useText";
import { queryKeyOf, refetch, useAction, useEndpoint } from "../../../platform/query";
import { useToday } from "../../../platform/today";
import { ConfirmDialog } from "../../../ui/ConfirmDialog";
import { Panel } from "../../../ui/Panel";
import { DayLabel } from "../../../ui/signs/DayLabel";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { toast } from "../../../ui/toast/toast";
import { PersonFileForm } from "./PersonFileForm";
import classes from "./PersonFiles.module.css";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function PersonFiles({ id }: { id: number }) {
  const text = useText();
  const query = useEndpoint(listPersonFiles, { params: { id } });
  const [edited, setEdited] = useState<PersonFile | "new" | null>(null);
  const [fileToDelete, setFileToDelete] = useState<PersonFile | null>(null);
  const edit = query.data?.data.can.edit ?? false;
  const remove = useAction(deletePersonFile, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void refetch(queryKeyOf(listPersonFiles, { id }));
    },
    onSettled: () => setFileToDelete(null),
  });
  return (
    <Panel
      title={text("personFiles.title")}
      end={
        edit && (
          <Button size="xs" leftSection={<IconPlus {...icon} />} onClick={() => setEdited("new")}>
            {text("personFiles.add")}
          </Button>
        )
      }
    >
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("personFiles.failed")}>
        {({ data: { personFiles } }) =>
          personFiles.length === 0 ? (
            <p className={classes.none}>{text("personFiles.none")}</p>
          ) : (
            <ul className={classes.list}>
              {personFiles.map((personFile) => (
                <li key={personFile.id}>
                  <IconFileText {...icon} />
                  <Line personFile={personFile} />
                  {edit && (
                    <span className={classes.actions}>
                      <ActionIcon
                        aria-label={text("personFiles.edit", { title: personFile.title })}
                        onClick={() => setEdited(personFile)}
                      >
                        <IconPencil {...icon} />
                      </ActionIcon>
                      <ActionIcon
                        aria-label={text("personFiles.delete", { title: personFile.title })}
                        onClick={() => setFileToDelete(personFile)}
                      >
                        <IconTrash {...icon} />
                      </ActionIcon>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {edited && (
        <PersonFileForm userId={id} personFile={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
      <ConfirmDialog
        opened={fileToDelete !== null}
        title={text("personFiles.delete.ask", { title: fileToDelete?.title ?? "" })}
        confirmLabel={text("personFiles.delete.confirm")}
        pending={remove.isPending}
        onConfirm={() => fileToDelete && remove.mutate({ params: { id: fileToDelete.id } })}
        onClose={() => setFileToDelete(null)}
      >
        {text("personFiles.delete.why")}
      </ConfirmDialog>
    </Panel>
  );
}

const soonDays = 30;

function Line({ personFile }: { personFile: PersonFile }) {
  const { title, kind, expires_on, expired, file, added_by, added_at } = personFile;
  const text = useText();
  const sizeOf = useFileSize();
  const today = useToday();
  const left = expires_on ? dayNumber(expires_on) - dayNumber(today) : Number.POSITIVE_INFINITY;
  const tone = expired ? "over" : left <= soonDays ? "soon" : undefined;
  return (
    <span className={classes.what}>
      <a href={file.url} target="_blank" rel="noreferrer">
        <bdi>{title}</bdi>
      </a>
      <small>{text(`personFiles.kind.${kind}`)}</small>
      {expires_on && (
        <small data-tone={tone}>
          {text(expired ? "personFiles.expired" : "personFiles.expires")} <DayLabel value={expires_on} style="medium" />
        </small>
      )}
      <small className={classes.size}>{sizeOf(file.size)}</small>
      <small className={classes.added}>
        {added_by && (
          <>
            <Message id="people.history.by" values={{ name: <bdi>{added_by.fullname}</bdi> }} />
            {" · "}
          </>
        )}
        <DayLabel value={added_at} style="medium" />
      </small>
    </span>
  );
}
