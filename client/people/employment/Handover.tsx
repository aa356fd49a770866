import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { Select } from "@mantine/core";
import {
  type Icon,
  IconBeach,
  IconBuilding,
  IconCalendarEvent,
  IconCar,
  IconChecklist,
  IconCircleCheck,
  IconForms,
  IconHierarchy,
  IconLayoutKanban,
  IconListCheck,
  IconRepeat,
  IconRoute,
  IconSquareCheck,
  IconUserPlus,
  IconUsers,
  IconUserShare,
  IconWallet,
} from "@tabler/icons-react";
import type { HandoverKind } from "../../../shared/people/employment/handover.kinds";
import type { Leaving } from "../../../shared/people/employment/leaving.contract";
import { selectUsers } from "../../../shared/people/people/users.contract";
import { useFormat, useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { Avatar } from "../../ui/signs/Avatar";
import { FailedReads } from "../../ui/states/FailedReads";
import { successorOf, type Successors, withSuccessor } from "./successors";
import classes from "./LeavingWizard.module.css";

const handoverIcons: Record<HandoverKind, Icon> = {
  tasks: IconSquareCheck,
  subtasks: IconListCheck,
  series: IconRepeat,
  approvals: IconCircleCheck,
  reports: IconUsers,
  dotted: IconHierarchy,
  departments: IconBuilding,
  budgets: IconWallet,
  projects: IconLayoutKanban,
  rules: IconRoute,
  forms: IconForms,
  cover: IconBeach,
  bookings: IconCalendarEvent,
  drivers: IconCar,
  plans: IconUserShare,
  onboarding: IconChecklist,
};

interface HandoverProps {
  leaving: Leaving;
  person: { id: number; fullname?: string };
  successors: Successors;
  onChange: (successors: Successors) => void;
}

export function Handover({ leaving, person, successors, onChange }: HandoverProps) {
  const text = useText();
  const { number } = useFormat();
  const query = useEndpoint(selectUsers);
  const people = (query.data?.data ?? []).filter(({ id }) => id !== person.id);
  const data = usePeopleOptions(people);
  const choice = (value: number | null, choose: (id: number | null) => void) => ({
    data,
    value: value ? String(value) : null,
    onChange: (chosen: string | null) => choose(chosen === null ? null : Number(chosen)),
    searchable: true,
    clearable: true,
    limit: 100,
    nothingFoundMessage: text(query.isLoadingError ? "error.notLoaded" : "people.noneSuch"),
  });
  const faceOf = (id: number | null) => {
    const found = people.find((one) => one.id === id);
    return found && <Avatar person={found} size={20} hasVisibleName />;
  };
  return (
    <Panel
      title={text("leaving.hangs", { name: person.fullname ?? "" })}
      end={
        leaving.handover.length > 0 && (
          <Select
            {...choice(successors.defaultId, (defaultId) => onChange({ ...successors, defaultId }))}
            size="xs"
            clearable
            className={classes.everyone}
            leftSection={faceOf(successors.defaultId)}
            aria-label={text("leaving.everyone")}
            placeholder={text("leaving.everyone")}
          />
        )
      }
    >
      <FailedReads reads={[query]} />
      {leaving.handover.length === 0 ? (
        <p className={classes.none}>{text("leaving.nothing")}</p>
      ) : (
        <ul className={classes.rows}>
          <li className={classes.heads} aria-hidden>
            <span>{text("leaving.column.what")}</span>
            <span>{text("leaving.column.count")}</span>
            <span>{text("leaving.column.successor")}</span>
          </li>
          {leaving.handover.map(({ kind, count, names }) => (
            <li key={kind}>
              <KindIcon kind={kind} />
              <span className={classes.what}>
                <b>{text(`leaving.kind.${kind}`)}</b>
                <small>
                  <bdi>{names.join(text("list.comma"))}</bdi>
                </small>
              </span>
              <span className={classes.count}>{number(count)}</span>
              <Select
                {...choice(successorOf(successors, kind), (id) => onChange(withSuccessor(successors, kind, id)))}
                clearable={successors.byKind[kind] !== undefined}
                aria-label={text("leaving.successor", { what: text(`leaving.kind.${kind}`) })}
                placeholder={text("leaving.choose")}
                leftSection={
                  faceOf(successorOf(successors, kind)) ?? <IconUserPlus size={16} stroke={1.75} aria-hidden />
                }
                data-missing={successorOf(successors, kind) === null || undefined}
                classNames={{ root: classes.pick, input: classes.successor }}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function KindIcon({ kind }: { kind: HandoverKind }) {
  const Sign = handoverIcons[kind];
  return <Sign size={16} stroke={1.75} aria-hidden />;
}
