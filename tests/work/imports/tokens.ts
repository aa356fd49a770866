import type { Scope } from "../../../shared/kernel/scopes";
import type { Person, World } from "../../support/world";
import { requireOk } from "../tasks/board";

/** A program of the manager with an API token of these scopes. */
export async function createProgram(world: World, scopes: readonly Scope[]): Promise<Person> {
  const reply = await world.api(world.manager).post("/auth/token", { name: "Import", scopes, days: 30 });
  return { ...world.manager, token: requireOk(reply).body.data.token };
}
