// The parts of sql.js that the tests use: the package has no types.
declare module 'sql.js' {
  export type SqlValue = number | string | Uint8Array | null;

  export interface Statement {
    run(values?: SqlValue[]): void;
    free(): boolean;
  }

  export interface Database {
    exec(sql: string): { columns: string[]; values: SqlValue[][] }[];
    run(sql: string, values?: SqlValue[]): Database;
    prepare(sql: string): Statement;
    export(): Uint8Array;
    close(): void;
  }

  export default function initSqlJs(): Promise<{ Database: new (file: Uint8Array) => Database }>;
}
