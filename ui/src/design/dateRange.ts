/** A range of days of the calendar, both included. */
export interface DateRange {
  /** `YYYY-MM-DD`. */
  start: string;
  end: string;
}
