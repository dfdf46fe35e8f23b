-- Complaints. They are read by the operators, who come as the service role.

create table public.report_list (
    id bigint generated always as identity primary key,
    reporter uuid not null default auth.uid() references public.user_info (id) on delete cascade,
    reported uuid not null references public.user_info (id) on delete cascade,
    reason text not null check (char_length(reason) between 1 and 50),
    detail text check (char_length(detail) <= 1000),
    created_at timestamptz not null default now(),
    check (reporter <> reported)
);
create index report_list_reporter on public.report_list (reporter);
create index report_list_reported on public.report_list (reported);

alter table public.report_list enable row level security;
create policy "a report is made in one's own name" on public.report_list
    for insert to authenticated with check (reporter = (select auth.uid()));
create policy "a report is seen by whom it comes from" on public.report_list
    for select to authenticated using (reporter = (select auth.uid()));
