-- Who knows whom, and who asks whom for a walk.

create table public.mate_list (
    user_id uuid not null default auth.uid() references public.user_info (id) on delete cascade,
    mate_id uuid not null references public.user_info (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (user_id, mate_id),
    check (user_id <> mate_id)
);
comment on table public.mate_list is 'Mates as one user sees them; the other side keeps a row of its own.';
create index mate_list_mate on public.mate_list (mate_id);

alter table public.mate_list enable row level security;
create policy "a list belongs to its user" on public.mate_list
    for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- The profiles of one's mates, the newest first. It runs as the caller, so nobody reads the list of somebody else.
--     POST /rest/v1/rpc/get_user_info_from_mate_list?limit=10&offset=20&select=nickname,dog_profile(name)
create function public.get_user_info_from_mate_list(user_id uuid default auth.uid()) returns setof public.user_info
    language sql stable
as $$
    select profile.*
    from public.mate_list entry
    join public.user_info profile on profile.id = entry.mate_id
    where entry.user_id = get_user_info_from_mate_list.user_id
    order by entry.created_at desc, profile.id
$$;

create type public.walk_state as enum ('pending', 'accepted', 'declined', 'cancelled');

create table public.walk_request (
    id bigint generated always as identity primary key,
    sender uuid not null default auth.uid() references public.user_info (id) on delete cascade,
    receiver uuid not null references public.user_info (id) on delete cascade,
    message text not null default '' check (char_length(message) <= 300),
    place text,
    latitude double precision check (latitude between -90 and 90),
    longitude double precision check (longitude between -180 and 180),
    state public.walk_state not null default 'pending',
    created_at timestamptz not null default now(),
    responded_at timestamptz,
    check (sender <> receiver)
);
comment on table public.walk_request is 'A question for a common walk, and the answer.';
create index walk_request_sender on public.walk_request (sender, created_at desc);
create index walk_request_receiver on public.walk_request (receiver, created_at desc);

alter table public.walk_request enable row level security;
create policy "a walk is seen by the two it concerns" on public.walk_request
    for select to authenticated using ((select auth.uid()) in (sender, receiver));
create policy "a mate may be asked for a walk" on public.walk_request
    for insert to authenticated with check (
        sender = (select auth.uid()) and state = 'pending'
        and exists (select from public.mate_list where user_id = (select auth.uid()) and mate_id = receiver)
    );
create policy "a walk is answered or called off by the two it concerns" on public.walk_request
    for update to authenticated using ((select auth.uid()) in (sender, receiver));

-- What was asked stays as it was; only the answer is given later.
revoke update on public.walk_request from anon, authenticated;
grant update (state) on public.walk_request to authenticated;

create function public.check_walk_response() returns trigger language plpgsql set search_path = '' as $$
declare
    caller uuid := auth.uid();
begin
    if new.state = old.state then
        return new;
    end if;
    if old.state <> 'pending' then
        raise exception 'the request was answered already' using errcode = 'P0001', detail = format('Its state is %s.', old.state);
    end if;
    -- Without a caller it is the service itself.
    if caller is not null and caller <> (case new.state when 'cancelled' then old.sender else old.receiver end) then
        raise exception 'the other side decides that' using errcode = '42501',
            hint = 'The receiver accepts or declines, the sender cancels.';
    end if;
    new.responded_at := now();
    return new;
end
$$;

create trigger walk_request_answered before update of state on public.walk_request
    for each row execute function public.check_walk_response();
