import { Select } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { type ProjectRole, projectPermissions, projectRoles } from "../../../shared/kernel/permissions";
import { listProjects } from "../../../shared/work/projects/projects.contract";
import {
  readRights,
  type RightExplanation,
  type RightsSubject,
  rightsSubjects,
} from "../../../shared/administration/roles/rights.contract";
import { SidePanel } from "../../ui/records/SidePanel";
import { usePeopleChoices } from "../../people/organization/usePeopleChoices";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import classes from "./roles.module.css";
import { NumberField } from "../../ui/fields/NumberField";
import { FailedReads } from "../../ui/states/FailedReads";

export interface RightsQuery {
  subjectType: RightsSubject;
  id: number | null;
}

export function parseRightsQuery(search: URLSearchParams): RightsQuery | null {
  const subjectType = rightsSubjects.find((one) => one === search.get("thing"));
  return subjectType ? { subjectType, id: Number(search.get("id")) || null } : null;
}

interface RightsPanelProps {
  opened: boolean;
  about: RightsQuery | null;
  onClose: () => void;
}

export function RightsPanel({ opened, about, onClose }: RightsPanelProps) {
  const text = useText();
  return (
    <SidePanel opened={opened} title={text("rights.title")} onClose={onClose}>
      <Question about={about} />
    </SidePanel>
  );
}

function Question({ about }: Pick<RightsPanelProps, "about">) {
  const text = useText();
  const people = usePeopleChoices();
  const [person, setPerson] = useState<number | null>(null);
  const [question, setQuestion] = useState<RightsQuery>(about ?? { subjectType: "project", id: null });
  return (
    <>
      <p className={classes.note}>{text("rights.why")}</p>
      <FailedReads reads={[people.query]} />
      <div className={classes.question}>
        <Select
          searchable
          label={text("rights.person")}
          value={person === null ? null : String(person)}
          onChange={(value) => setPerson(Number(value) || null)}
          data={people.options}
        />
        <Select
          label={text("rights.thing")}
          allowDeselect={false}
          value={question.subjectType}
          onChange={(value) => {
            const subjectType = rightsSubjects.find((one) => one === value);
            if (subjectType) setQuestion({ subjectType, id: null });
          }}
          data={rightsSubjects.map((value) => ({ value, label: text(`rights.thing.${value}`) }))}
        />
        {question.subjectType === "project" ? (
          <ProjectField id={question.id} onChange={(id) => setQuestion({ ...question, id })} />
        ) : (
          <NumberField
            label={text("rights.number")}
            description={text("rights.number.why")}
            min={1}
            max={999_999_999}
            value={question.id ?? ""}
            onChange={(value) => setQuestion({ ...question, id: Number(value) || null })}
          />
        )}
      </div>
      {person !== null && question.id !== null && (
        <Answer person={person} subjectType={question.subjectType} id={question.id} />
      )}
    </>
  );
}

function ProjectField({ id, onChange }: { id: number | null; onChange: (id: number | null) => void }) {
  const text = useText();
  const query = useEndpoint(listProjects);
  return (
    <>
      <FailedReads reads={[query]} />
      <Select
        searchable
        label={text("rights.thing.project")}
        value={id === null ? null : String(id)}
        onChange={(value) => onChange(Number(value) || null)}
        data={(query.data?.data ?? []).map((project) => ({ value: String(project.id), label: project.title }))}
      />
    </>
  );
}

function Answer({ person, subjectType, id }: { person: number; subjectType: RightsSubject; id: number }) {
  const text = useText();
  const query = useEndpoint(readRights, { query: { user_id: person, thing: subjectType, id } }, { staleTime: 0 });
  return (
    <QueryBoundary query={query} failed={text("rights.failed")}>
      {({ data }) => (
        <section aria-label={text("rights.answer")}>
          <p className={classes.note}>{text("rights.role", { role: data.role })}</p>
          <ul className={classes.rights}>
            {data.rights.map((each) => (
              <Row key={each.action} {...each} />
            ))}
          </ul>
        </section>
      )}
    </QueryBoundary>
  );
}

function Row({ action, allowed, why }: RightExplanation) {
  const text = useText();
  const name = (projectPermissions as readonly string[]).includes(action)
    ? text(`permission.${action}` as MessageId)
    : text(`rights.action.${action}` as MessageId);
  const icon: ReactNode = allowed ? (
    <IconCheck size={16} stroke={2} aria-hidden />
  ) : (
    <IconX size={16} stroke={2} aria-hidden />
  );
  return (
    <li data-allowed={allowed || undefined}>
      {icon}
      <span>
        {name}
        <small>{allowed ? why.map((each) => <Reason key={each.by} {...each} />) : text("rights.not")}</small>
      </span>
    </li>
  );
}

function Reason({ by, name }: RightExplanation["why"][number]) {
  const text = useText();
  const role = projectRoles.find((one) => one === name) as ProjectRole | undefined;
  const words = by === "project_role" && role ? text(`projects.role.${role}`) : (name ?? "");
  return <span>{text(`rights.why.${by}`, { name: words })}</span>;
}
