import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What is known of a person: work facts beside the account, private ones in a table that shows them to nobody but the
 * person and holders of `user-edit`. And the stream of the directory.
 */
export class PeopleRecords0086 implements MigrationInterface {
  name = "PeopleRecords0000000000086";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE event_stream DROP CONSTRAINT event_stream_name_check,
        ADD CONSTRAINT event_stream_name_check CHECK (name ~ '^(tenant|project|user|directory):[1-9][0-9]*$');

      ALTER TABLE app_user
        ADD COLUMN employee_id text CHECK (employee_id <> ''),
        ADD COLUMN phone_number text CHECK (phone_number <> ''),
        ADD COLUMN slack_id text CHECK (slack_id <> ''),
        ADD COLUMN contract_type text
          CHECK (contract_type IN ('full_time_contract', 'part_time_contract', 'temporary', 'project_based')),
        ADD COLUMN contract_start date,
        ADD COLUMN contract_end date CHECK (contract_end >= contract_start),
        ADD COLUMN signature_file_id bigint,
        ADD COLUMN version int NOT NULL DEFAULT 1,
        ADD CONSTRAINT app_user_employee_id UNIQUE (tenant_id, employee_id),
        ADD FOREIGN KEY (tenant_id, signature_file_id) REFERENCES file (tenant_id, id) ON DELETE SET NULL (signature_file_id);
      CREATE INDEX app_user_position ON app_user (tenant_id, position_id) WHERE position_id IS NOT NULL;

      CREATE TABLE user_private (
        tenant_id         bigint NOT NULL REFERENCES tenant ON DELETE CASCADE,
        user_id           bigint NOT NULL,
        salary            numeric(15,3) CHECK (salary >= 0),
        currency          text CHECK (currency ~ '^[A-Z]{3}$'),
        address           text CHECK (address <> ''),
        city              text CHECK (city <> ''),
        credential_number text CHECK (credential_number <> ''),
        issued_on         date,
        expires_on        date CHECK (expires_on >= issued_on),
        last_degree       text CHECK (last_degree IN ('high_school', 'diploma', 'bachelors', 'masters', 'doctorate', 'phd')),
        PRIMARY KEY (tenant_id, user_id),
        -- An amount without its currency is no amount.
        CHECK (salary IS NULL OR currency IS NOT NULL),
        FOREIGN KEY (tenant_id, user_id) REFERENCES app_user (tenant_id, id) ON DELETE CASCADE
      );
    `);
    await runner.query("CALL fence_tenant_table('user_private')");
    await runner.query(`
      -- Who looks at private rows in this transaction. Without it nobody sees any.
      CREATE FUNCTION current_reader() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
        RETURN NULLIF(current_setting('app.reader_id', true), '')::bigint;

      -- Narrows the tenant's policy: a statement that forgets to ask who reads gets nothing, whatever it selects.
      CREATE POLICY own_or_user_edit ON user_private AS RESTRICTIVE
        USING (user_id = current_reader() OR (SELECT person_holds(current_reader(), 'user-edit')))
        WITH CHECK (user_id = current_reader() OR (SELECT person_holds(current_reader(), 'user-edit')));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE user_private;
      DROP FUNCTION current_reader();
      DROP INDEX app_user_position;
      ALTER TABLE app_user DROP COLUMN employee_id, DROP COLUMN phone_number, DROP COLUMN slack_id, DROP COLUMN contract_type,
        DROP COLUMN contract_start, DROP COLUMN contract_end, DROP COLUMN signature_file_id, DROP COLUMN version;
      DELETE FROM event_stream WHERE name LIKE 'directory:%';
      ALTER TABLE event_stream DROP CONSTRAINT event_stream_name_check,
        ADD CONSTRAINT event_stream_name_check CHECK (name ~ '^(tenant|project|user):[1-9][0-9]*$');
    `);
  }
}
