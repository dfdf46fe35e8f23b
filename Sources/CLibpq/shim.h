// libpq, with the field codes of error reports that Swift cannot import as macros.
#ifndef CLIBPQ_SHIM_H
#define CLIBPQ_SHIM_H
#include <libpq-fe.h>

static const int mp_diag_severity = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int mp_diag_sqlstate = PG_DIAG_SQLSTATE;
static const int mp_diag_message = PG_DIAG_MESSAGE_PRIMARY;
static const int mp_diag_detail = PG_DIAG_MESSAGE_DETAIL;
static const int mp_diag_hint = PG_DIAG_MESSAGE_HINT;
static const int mp_diag_position = PG_DIAG_STATEMENT_POSITION;
static const int mp_diag_context = PG_DIAG_CONTEXT;
static const int mp_diag_schema = PG_DIAG_SCHEMA_NAME;
static const int mp_diag_table = PG_DIAG_TABLE_NAME;
static const int mp_diag_column = PG_DIAG_COLUMN_NAME;
static const int mp_diag_constraint = PG_DIAG_CONSTRAINT_NAME;
static const int mp_diag_source_function = PG_DIAG_SOURCE_FUNCTION;
#endif
