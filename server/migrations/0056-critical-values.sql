-- Whether a report has a critical value is looked up in all that a doctor has; without this each of its values is read.
create index result_value_critical on result_value (report_id, number) where flag in ('critical_low', 'critical_high');
