import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { ActionIcon, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { type ProjectRole, projectRoles } from "../../../shared/kernel/permissions";
import { useText } from "../../platform/intl/useText";
import { Avatar } from "../../ui/signs/Avatar";
import { TruncatedName } from "../../ui/signs/TruncatedName";
import type { Person } from "../../ui/signs/people";
import type { MemberValue } from "./project-form";
import classes from "./MembersEditor.module.css";
import flow from "../../ui/layout/flow.module.css";

/** External users become guests unless an owner makes them members; they can never be owners. */
export type Candidate = Person & { external?: boolean };

interface MembersEditorProps {
  members: readonly MemberValue[];
  people: readonly Candidate[];
  onChange: (members: MemberValue[]) => void;
  fixed?: number;
  disabled?: boolean;
  error?: ReactNode;
}

export function MembersEditor({ members, people, onChange, fixed, disabled = false, error }: MembersEditorProps) {
  const text = useText();
  const byId = new Map(people.map((person) => [person.id, person]));
  const change = (userId: number, role: ProjectRole) =>
    onChange(members.map((member) => (member.user_id === userId ? { ...member, role } : member)));
  const roles = projectRoles.map((role) => ({ value: role, label: text(`projects.role.${role}`) }));
  return (
    <div className={classes.members}>
      <ul>
        {members.map(({ user_id: id, role }) => {
          const person = byId.get(id);
          if (!person) return null;
          return (
            <li key={id}>
              <Avatar person={person} size={28} hasVisibleName />
              <span className={flow.growOrShrink}>
                <TruncatedName>{person.fullname}</TruncatedName>
              </span>
              <Select
                className={classes.role}
                data={person.external ? roles.filter((one) => one.value !== "owner") : roles}
                value={role}
                onChange={(chosen) => chosen && change(id, chosen as ProjectRole)}
                allowDeselect={false}
                readOnly={id === fixed}
                disabled={disabled}
                aria-label={text("projects.roleOf", { name: person.fullname })}
              />
              {id === fixed ? (
                <span className={classes.fixed} />
              ) : (
                <ActionIcon
                  size={28}
                  disabled={disabled}
                  onClick={() => onChange(members.filter((member) => member.user_id !== id))}
                  aria-label={text("projects.removeMember", { name: person.fullname })}
                >
                  <IconX size={16} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
      <PersonPicker
        people={people.filter(({ id }) => !members.some((member) => member.user_id === id))}
        onPick={(id) => onChange([...members, { user_id: id, role: byId.get(id)?.external ? "guest" : "member" }])}
        disabled={disabled}
        error={error}
      />
    </div>
  );
}

interface PersonPickerProps {
  people: readonly Person[];
  onPick: (id: number) => void;
  disabled: boolean;
  error?: ReactNode;
}

function PersonPicker({ people, onPick, disabled, error }: PersonPickerProps) {
  const text = useText();
  const [search, setSearch] = useState("");
  const byId = new Map(people.map((person) => [String(person.id), person]));
  return (
    <Select
      searchable
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      data={usePeopleOptions(people)}
      onChange={(id) => {
        if (id) onPick(Number(id));
        setSearch(""); // ready for the next name
      }}
      renderOption={({ option }) => {
        const person = byId.get(option.value);
        return (
          <span className={flow.line}>
            {person && <Avatar person={person} size={20} hasVisibleName />}
            <bdi>{option.label}</bdi>
          </span>
        );
      }}
      limit={50}
      disabled={disabled}
      error={error}
      placeholder={text("projects.addMember")}
      aria-label={text("projects.addMember")}
      nothingFoundMessage={people.length > 0 && text("projects.nobodyFound")}
    />
  );
}
