import { Select } from "@mantine/core";
import { useText } from "../../platform/intl/useText";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";

/** A type instead of an interface, because values of forms need an index signature. */
export type PersonOfRole = { role: string; user_id: number };

interface PeopleOfRolesProps {
  roles: readonly { code: string; title: string }[];
  /** Users who can be chosen. */
  users: Parameters<typeof usePeopleOptions>[0];
  people: readonly PersonOfRole[];
  onChange: (people: PersonOfRole[]) => void;
  errorAt: (at: number) => string | undefined;
}

/** A person for each role of a template; roles can stay empty. */
export function PeopleOfRoles({ roles, users, people, onChange, errorAt }: PeopleOfRolesProps) {
  const text = useText();
  const options = usePeopleOptions(users);
  const assign = (role: string, userId: number | null) =>
    onChange([
      ...people.filter((person) => person.role !== role),
      ...(userId === null ? [] : [{ role, user_id: userId }]),
    ]);
  return roles.map(({ code, title }) => {
    const at = people.findIndex(({ role }) => role === code);
    return (
      <Select
        key={code}
        label={<OptionalLabel label={title} />}
        placeholder={text("templates.nobody")}
        data={options}
        searchable
        clearable
        limit={100}
        nothingFoundMessage={options.length > 0 && text("people.noneSuch")}
        value={at < 0 ? null : String(people[at]?.user_id)}
        onChange={(id) => assign(code, id === null ? null : Number(id))}
        error={at < 0 ? undefined : errorAt(at)}
      />
    );
  });
}
