import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Who changed whose rights, roles, statuses and pay, from what to what. Written by triggers in the transaction of the change,
 * whichever part of the product makes it: the application has no right to add, change or delete an entry.
 */
export class Audit0183 implements MigrationInterface {
  name = "Audit0000000000183";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    for (const table of ["audit_change", "audit_salary"]) await runner.query(`CALL fence_tenant_table('${table}')`);
    await runner.query(`
      CREATE POLICY own_or_user_edit ON audit_salary AS RESTRICTIVE
        USING (user_id = current_reader() OR (SELECT person_holds(current_reader(), 'user-edit')))
        WITH CHECK (user_id = current_reader() OR (SELECT person_holds(current_reader(), 'user-edit')));
      REVOKE ALL ON audit_change, audit_salary FROM portal_app, portal_worker;
      GRANT SELECT ON audit_change, audit_salary TO portal_app;
    `);
    await runner.query(helpers);
    for (const { table, when, body } of audited) await runner.query(triggerFor(table, when, body));
    await runner.query(`
      REVOKE ALL ON FUNCTION note_audit(bigint, text, bigint, bigint, text, text, text, text[], text[]) FROM PUBLIC;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table } of audited) {
      await runner.query(`DROP TRIGGER ${table}_audit ON ${table}; DROP FUNCTION audit_${table}()`);
    }
    await runner.query(`
      DROP FUNCTION note_audit(bigint, text, bigint, bigint, text, text, text, text[], text[]);
      DROP FUNCTION audited_person(bigint, bigint);
      DROP FUNCTION audited_title(text, bigint, bigint);
      DROP TABLE audit_salary, audit_change;
    `);
  }
}

const tables = `
  CREATE TABLE audit_change (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id  bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Who did it; null: nobody who was signed in. No foreign keys, and names beside the ids: the list outlives people.
    actor_id   bigint DEFAULT NULLIF(current_setting('app.actor_id', true), '')::bigint,
    actor      text,
    -- How, where no person did it on a screen.
    via        text DEFAULT NULLIF(current_setting('app.via', true), '') CHECK (via IN ('scim', 'sign_on')),
    kind       text NOT NULL CHECK (kind IN (
      'person_added', 'person_removed', 'role', 'active', 'external', 'email', 'name', 'manager', 'department', 'position',
      'contract_type', 'joined_on', 'last_day', 'salary', 'papers', 'role_added', 'role_renamed', 'role_permissions',
      'role_removed', 'project_role', 'group_member', 'delegation', 'department_head')),
    subject_id bigint,
    subject    text,
    -- The role, project, group, department or delegatee that it is about.
    record_id  bigint,
    record     text,
    before     text,
    after      text,
    gained     text[],
    lost       text[],
    UNIQUE (tenant_id, id)
  );
  CREATE INDEX audit_change_actor ON audit_change (tenant_id, actor_id, id DESC);
  CREATE INDEX audit_change_subject ON audit_change (tenant_id, subject_id, id DESC);
  CREATE INDEX audit_change_kind ON audit_change (tenant_id, kind, id DESC);
  CREATE INDEX audit_change_at ON audit_change (tenant_id, at);

  -- Amounts are read as user_private is.
  CREATE TABLE audit_salary (
    tenant_id bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
    change_id bigint NOT NULL,
    user_id   bigint NOT NULL,
    before    text,
    after     text,
    PRIMARY KEY (tenant_id, change_id),
    FOREIGN KEY (tenant_id, change_id) REFERENCES audit_change (tenant_id, id)
  );
`;

const helpers = `
  CREATE FUNCTION audited_person(of_tenant bigint, person bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT fullname FROM app_user WHERE tenant_id = of_tenant AND id = person
  $$;
  -- What a record is called at this moment.
  CREATE FUNCTION audited_title(of_kind text, of_tenant bigint, record bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE of_kind
      WHEN 'role' THEN (SELECT name FROM role WHERE tenant_id = of_tenant AND id = record)
      WHEN 'department' THEN (SELECT name FROM department WHERE tenant_id = of_tenant AND id = record)
      WHEN 'position' THEN (SELECT title FROM position WHERE tenant_id = of_tenant AND id = record)
      WHEN 'group' THEN (SELECT title FROM user_group WHERE tenant_id = of_tenant AND id = record)
      WHEN 'project' THEN (SELECT title FROM project WHERE tenant_id = of_tenant AND id = record)
    END
  $$;
  CREATE FUNCTION note_audit(of_tenant bigint, kind text, subject_id bigint, record_id bigint, record text, before text,
                             after text, gained text[] DEFAULT NULL, lost text[] DEFAULT NULL) RETURNS bigint LANGUAGE sql AS $$
    INSERT INTO audit_change (tenant_id, actor, kind, subject_id, subject, record_id, record, before, after, gained, lost)
    SELECT of_tenant, audited_person(of_tenant, NULLIF(current_setting('app.actor_id', true), '')::bigint), $2, $3,
           COALESCE(audited_person(of_tenant, $3), CASE WHEN $2 = 'person_removed' THEN $5 END), $4, $5, $6, $7, $8, $9
    RETURNING id
  $$;
`;

/** What a tenant loses with itself isn't told of: it is gone with the list. */
const triggerFor = (table: string, when: string, body: string) => `
  CREATE FUNCTION audit_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
  DECLARE
    entry bigint;
    gone  boolean := TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM tenant WHERE id = OLD.tenant_id);
  BEGIN
    IF gone THEN RETURN NULL; END IF;
    ${body}
    RETURN NULL;
  END $body$;
  CREATE TRIGGER ${table}_audit AFTER ${when} ON ${table} FOR EACH ROW EXECUTE FUNCTION audit_${table}();
`;

const field = (kind: string, column: string, words: (value: string) => string) => `
    IF NEW.${column} IS DISTINCT FROM OLD.${column} THEN
      PERFORM note_audit(NEW.tenant_id, '${kind}', NEW.id, NULL, NULL, ${words(`OLD.${column}`)}, ${words(`NEW.${column}`)});
    END IF;`;
const asText = (value: string) => `${value}::text`;
const titleOf = (kind: string) => (value: string) => `audited_title('${kind}', NEW.tenant_id, ${value})`;

const audited: readonly { table: string; when: string; body: string }[] = [
  {
    table: "app_user",
    when: `INSERT OR DELETE OR UPDATE OF role_id, active, external, email, fullname, parent_id, department_id, position_id,
           contract_type, joined_on, left_on`,
    body: `
    IF TG_OP = 'INSERT' THEN
      PERFORM note_audit(NEW.tenant_id, 'person_added', NEW.id, NEW.role_id, NULL, NULL, audited_title('role', NEW.tenant_id, NEW.role_id));
      RETURN NULL;
    ELSIF TG_OP = 'DELETE' THEN
      -- The row is gone: its name comes along.
      entry := note_audit(OLD.tenant_id, 'person_removed', OLD.id, NULL, OLD.fullname, audited_title('role', OLD.tenant_id, OLD.role_id), NULL);
      RETURN NULL;
    END IF;
    ${field("role", "role_id", titleOf("role"))}
    ${field("active", "active", asText)}
    ${field("external", "external", asText)}
    ${field("email", "email", asText)}
    ${field("name", "fullname", asText)}
    ${field("manager", "parent_id", (value) => `audited_person(NEW.tenant_id, ${value})`)}
    ${field("department", "department_id", titleOf("department"))}
    ${field("position", "position_id", titleOf("position"))}
    ${field("contract_type", "contract_type", asText)}
    ${field("joined_on", "joined_on", asText)}
    ${field("last_day", "left_on", asText)}`,
  },
  {
    table: "user_private",
    when: "INSERT OR UPDATE",
    body: `
    IF (TG_OP = 'INSERT' AND NEW.salary IS NOT NULL)
      OR (TG_OP = 'UPDATE' AND (NEW.salary IS DISTINCT FROM OLD.salary OR NEW.currency IS DISTINCT FROM OLD.currency)) THEN
      entry := note_audit(NEW.tenant_id, 'salary', NEW.user_id, NULL, NULL, NULL, NULL);
      INSERT INTO audit_salary (tenant_id, change_id, user_id, before, after) VALUES (NEW.tenant_id, entry, NEW.user_id,
        CASE WHEN TG_OP = 'UPDATE' THEN trim_scale(OLD.salary) || ' ' || OLD.currency END,
        trim_scale(NEW.salary) || ' ' || NEW.currency);
    END IF;
    -- That something private became another, and not what.
    IF TG_OP = 'UPDATE' AND (to_jsonb(NEW) - '{salary,currency}'::text[]) <> (to_jsonb(OLD) - '{salary,currency}'::text[]) THEN
      PERFORM note_audit(NEW.tenant_id, 'papers', NEW.user_id, NULL, NULL, NULL, NULL);
    END IF;`,
  },
  {
    table: "role",
    when: "INSERT OR DELETE OR UPDATE OF name, permissions",
    body: `
    IF TG_OP = 'DELETE' THEN
      PERFORM note_audit(OLD.tenant_id, 'role_removed', NULL, OLD.id, OLD.name, OLD.name, NULL);
    ELSIF TG_OP = 'INSERT' THEN
      -- Those that every organisation starts with are nobody's doing.
      IF NEW.code IS NULL THEN
        PERFORM note_audit(NEW.tenant_id, 'role_added', NULL, NEW.id, NEW.name, NULL, NEW.name, NEW.permissions);
      END IF;
    ELSE
      IF NEW.name <> OLD.name THEN
        PERFORM note_audit(NEW.tenant_id, 'role_renamed', NULL, NEW.id, NEW.name, OLD.name, NEW.name);
      END IF;
      IF NOT (NEW.permissions @> OLD.permissions AND OLD.permissions @> NEW.permissions) THEN
        PERFORM note_audit(NEW.tenant_id, 'role_permissions', NULL, NEW.id, NEW.name, NULL, NULL,
          ARRAY(SELECT unnest(NEW.permissions) EXCEPT SELECT unnest(OLD.permissions) ORDER BY 1),
          ARRAY(SELECT unnest(OLD.permissions) EXCEPT SELECT unnest(NEW.permissions) ORDER BY 1));
      END IF;
    END IF;`,
  },
  {
    table: "project_member",
    when: "INSERT OR DELETE OR UPDATE OF role",
    body: `
    IF TG_OP = 'DELETE' THEN
      -- With the project itself nobody loses a right in it.
      IF audited_title('project', OLD.tenant_id, OLD.project_id) IS NOT NULL THEN
        PERFORM note_audit(OLD.tenant_id, 'project_role', OLD.user_id, OLD.project_id,
          audited_title('project', OLD.tenant_id, OLD.project_id), OLD.role, NULL);
      END IF;
    ELSIF TG_OP = 'INSERT' OR NEW.role <> OLD.role THEN
      PERFORM note_audit(NEW.tenant_id, 'project_role', NEW.user_id, NEW.project_id,
        audited_title('project', NEW.tenant_id, NEW.project_id), CASE WHEN TG_OP = 'UPDATE' THEN OLD.role END, NEW.role);
    END IF;`,
  },
  {
    table: "user_group_member",
    when: "INSERT OR DELETE",
    body: `
    IF TG_OP = 'INSERT' THEN
      PERFORM note_audit(NEW.tenant_id, 'group_member', NEW.user_id, NEW.group_id,
        audited_title('group', NEW.tenant_id, NEW.group_id), NULL, audited_title('group', NEW.tenant_id, NEW.group_id));
    ELSIF audited_title('group', OLD.tenant_id, OLD.group_id) IS NOT NULL THEN
      PERFORM note_audit(OLD.tenant_id, 'group_member', OLD.user_id, OLD.group_id,
        audited_title('group', OLD.tenant_id, OLD.group_id), audited_title('group', OLD.tenant_id, OLD.group_id), NULL);
    END IF;`,
  },
  {
    table: "delegation",
    when: "INSERT OR UPDATE OF ended_at",
    body: `
    IF TG_OP = 'INSERT' THEN
      PERFORM note_audit(NEW.tenant_id, 'delegation', NEW.delegator_id, NEW.delegatee_id,
        audited_person(NEW.tenant_id, NEW.delegatee_id), NULL, audited_person(NEW.tenant_id, NEW.delegatee_id));
    ELSIF NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL THEN
      PERFORM note_audit(NEW.tenant_id, 'delegation', NEW.delegator_id, NEW.delegatee_id,
        audited_person(NEW.tenant_id, NEW.delegatee_id), audited_person(NEW.tenant_id, NEW.delegatee_id), NULL);
    END IF;`,
  },
  {
    table: "department",
    when: "UPDATE OF head_id",
    body: `
    IF NEW.head_id IS DISTINCT FROM OLD.head_id THEN
      PERFORM note_audit(NEW.tenant_id, 'department_head', COALESCE(NEW.head_id, OLD.head_id), NEW.id, NEW.name,
        audited_person(NEW.tenant_id, OLD.head_id), audited_person(NEW.tenant_id, NEW.head_id));
    END IF;`,
  },
];
