-- What happened while one was away.

create type public.notification_kind as enum ('walk_request', 'walk_accepted', 'walk_declined', 'walk_cancelled');

create table public.notification (
    id bigint generated always as identity primary key,
    user_id uuid not null references public.user_info (id) on delete cascade,
    sender uuid references public.user_info (id) on delete set null,
    kind public.notification_kind not null,
    walk_request_id bigint references public.walk_request (id) on delete cascade,
    is_read boolean not null default false,
    created_at timestamptz not null default now()
);
comment on table public.notification is 'News for a user, made by triggers only.';
create index notification_user on public.notification (user_id, created_at desc);
create index notification_walk_request on public.notification (walk_request_id);

alter table public.notification enable row level security;
create policy "news are seen by whom they are for" on public.notification
    for select to authenticated using (user_id = (select auth.uid()));
create policy "news are ticked off by whom they are for" on public.notification
    for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "news are deleted by whom they are for" on public.notification
    for delete to authenticated using (user_id = (select auth.uid()));
revoke insert, update on public.notification from anon, authenticated;
grant update (is_read) on public.notification to authenticated;

-- News are written to somebody else's list, which the caller may not do.
create function public.notify_of_walk() returns trigger language plpgsql security definer set search_path = '' as $$
begin
    if tg_op = 'INSERT' then
        insert into public.notification (user_id, sender, kind, walk_request_id)
        values (new.receiver, new.sender, 'walk_request', new.id);
    elsif new.state is distinct from old.state then
        insert into public.notification (user_id, sender, kind, walk_request_id)
        values (
            case new.state when 'cancelled' then new.receiver else new.sender end,
            case new.state when 'cancelled' then new.sender else new.receiver end,
            ('walk_' || new.state)::public.notification_kind, new.id
        );
    end if;
    return null;
end
$$;

create trigger walk_request_notifies after insert or update of state on public.walk_request
    for each row execute function public.notify_of_walk();

-- A notification with what its line on the screen shows. The view looks with the eyes of whoever reads it.
create view public.notification_list with (security_invoker = true) as
select
    news.id, news.kind, news.is_read, news.created_at, news.sender,
    profile.nickname as sender_nickname, profile.profile_image as sender_image,
    (select dog.name from public.dog_profile dog where dog.owner = news.sender order by dog.id limit 1) as dog_name,
    walk.id as walk_request_id, walk.message, walk.place, walk.state
from public.notification news
left join public.user_info profile on profile.id = news.sender
left join public.walk_request walk on walk.id = news.walk_request_id;

-- The list as the app asks for it, the newest first.
create function public.notification_list(only_unread boolean default false) returns setof public.notification_list
    language sql stable
begin atomic
    select news.*
    from public.notification_list news
    where not (only_unread and news.is_read)
    order by news.created_at desc, news.id desc;
end;

alter publication supabase_realtime add table public.walk_request, public.notification;
