import { Select, TextInput } from "@mantine/core";
import { assignableUsers } from "../../../shared/work/projects/assignable.contract";
import { maxProjectTitleLength } from "../../../shared/work/projects/projects.schema";
import { columnKinds } from "../../../shared/work/tasks/tasks.schema";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { useLengthError } from "../../ui/fields/length";
import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Panel } from "../../ui/Panel";
import { FailedReads } from "../../ui/states/FailedReads";
import classes from "./imports.module.css";
import type { ColumnKind } from "./import-choices";
import type { BoardImportState } from "./useBoardImport";

/** Users for the people of the source; of a new project also its title and the kinds of the lists. */
export function ImportAssignments({ state }: { state: BoardImportState }) {
  const text = useText();
  const lengthError = useLengthError();
  if (state.targetId !== null)
    return state.found?.people.length === 0 ? (
      <Panel padded>
        <p>{text("projectImport.noPeople")}</p>
      </Panel>
    ) : (
      <ImportedPeople state={state} />
    );
  return (
    <>
      <Panel padded>
        <TextInput
          className={classes.title}
          label={text("projectForm.title")}
          autoComplete="off"
          value={state.title}
          error={lengthError(state.title, maxProjectTitleLength)}
          disabled={state.isChecking}
          onChange={(event) => state.setTitle(event.currentTarget.value)}
        />
      </Panel>
      <ImportedPeople state={state} />
      <ImportedLists state={state} />
    </>
  );
}

function ImportedLists({ state: { found, kindOf, setKind, isChecking } }: { state: BoardImportState }) {
  const text = useText();
  const open = found?.columns.filter(({ closed }) => !closed) ?? [];
  const kinds = columnKinds.map((kind) => ({ value: kind, label: text(`board.kind.${kind}`) }));
  return (
    <Panel title={text("projectImport.lists")}>
      <ul className={classes.choices}>
        {open.map((column) => {
          const title = column.title || text(`board.kind.${column.kind}`);
          return (
            <li key={column.id}>
              <div className={classes.named}>
                <b>
                  <bdi>{title}</bdi>
                </b>
                <small>{text("projectImport.count.tasks", { count: column.count })}</small>
              </div>
              <Select
                aria-label={text("projectImport.listIs", { title })}
                data={kinds}
                value={kindOf(column)}
                onChange={(kind) => kind && setKind(column.id, kind as ColumnKind)}
                disabled={isChecking}
                allowDeselect={false}
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function ImportedPeople({ state: { found, users, setUser, isChecking } }: { state: BoardImportState }) {
  const text = useText();
  const people = useEndpoint(assignableUsers, {}, { staleTime: 60_000 });
  const options = usePeopleOptions(people.data?.data.users ?? []);
  if (!found || found.people.length === 0) return null;
  return (
    <Panel title={text("projectImport.people")}>
      <p className={classes.why}>{text("projectImport.people.why")}</p>
      <FailedReads reads={[people]} />
      <ul className={classes.choices}>
        {found.people.map(({ id, name, email, count, matched_by }) => {
          const userId = users.get(id);
          const notes = [
            email === name ? null : email,
            text("projectImport.mentioned", { count }),
            matched_by && text(`projectImport.by.${matched_by}`),
          ];
          return (
            <li key={id}>
              <div className={classes.named}>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <small>{notes.filter(Boolean).join(" · ")}</small>
              </div>
              <Select
                aria-label={text("projectImport.personIs", { name })}
                placeholder={text("projectImport.nameOnly")}
                data={options}
                value={userId === undefined ? null : String(userId)}
                onChange={(value) => setUser(id, value === null ? null : Number(value))}
                nothingFoundMessage={text(people.isLoadingError ? "error.notLoaded" : "people.noneSuch")}
                limit={100}
                disabled={isChecking}
                searchable
                clearable
              />
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
