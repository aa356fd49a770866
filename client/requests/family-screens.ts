import { type RequestFamily, requestFamilies } from "../../shared/requests/families";
import type { FamilyScreens } from "../approvals/ClientFamily";
import { clientFamilies } from "./families";

const loaded = new Map<RequestFamily, FamilyScreens>();

/** A screen of all families comes with what each of them shows there: both are loaded at once. */
export const withFamilies =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    const families = requestFamilies.map(async (family) => loaded.set(family, await clientFamilies[family].screens()));
    const [module] = await Promise.all([load(), ...families]);
    return module;
  };

/** On screens that were loaded by `withFamilies`; undefined for a family that this client doesn't know yet. */
export const screensOf = (family: RequestFamily): FamilyScreens | undefined => loaded.get(family);
