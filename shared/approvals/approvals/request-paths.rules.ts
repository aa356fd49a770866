import { requestFamilyDefinitions, requestFamilies, type RequestFamily } from "./families";

interface Named {
  id: number | string;
  family: RequestFamily;
}

/** Request family of inbox URLs that do not name a family. */
export const defaultRequestFamily = requestFamilies[0] as RequestFamily;

export const requestPath = ({ id, family }: Named): string => `/${requestFamilyDefinitions[family].folder}/view/${id}`;

export const decisionPath = ({ id, family }: Named): string =>
  family === defaultRequestFamily ? `/approvals?open=${id}` : `/approvals?open=${id}&of=${family}`;
