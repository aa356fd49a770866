import { registration } from "../../platform/features";
import { type PersonalData, type PersonDataArea, personDataAreas } from "../../platform/personal-data";

const manifests = (): readonly PersonalData[] => registration.filling.personalData;
const columnsOf = (text = ""): readonly string[] => text.split(/\s+/).filter(Boolean);

export const areaByColumn = (): ReadonlyMap<string, PersonDataArea> =>
  new Map(
    manifests().flatMap(({ areas = {} }) =>
      personDataAreas.flatMap((area) =>
        columnsOf(areas[area]).map((column): [string, PersonDataArea] => [column, area]),
      ),
    ),
  );

export const excludedColumns = (): ReadonlySet<string> =>
  new Set(manifests().flatMap(({ actors, leaders, internal }) => [actors, leaders, internal].flatMap(columnsOf)));

export const rowConditions = (): ReadonlyMap<string, string> =>
  new Map(manifests().flatMap(({ conditions = {} }) => Object.entries(conditions)));

export const furtherColumns = (): ReadonlyMap<string, string> =>
  new Map(manifests().flatMap(({ columns = {} }) => Object.entries(columns)));

/** SQL condition: the file is another user's personal file, employment or leave document, or signature, independent of its uploader. */
export const belongsToOtherUser = (file: string, person: string): string =>
  `(EXISTS (SELECT FROM user_file o WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND o.user_id <> ${person})
    OR EXISTS (SELECT FROM app_user o WHERE o.tenant_id = current_tenant() AND o.signature_file_id = ${file} AND o.id <> ${person})
    OR EXISTS (SELECT FROM employment_file o JOIN user_history h ON h.tenant_id = o.tenant_id AND h.id = o.history_id
      WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND h.user_id <> ${person})
    OR EXISTS (SELECT FROM leave_request o WHERE o.tenant_id = current_tenant() AND o.file_id = ${file} AND o.user_id <> ${person}))`;
