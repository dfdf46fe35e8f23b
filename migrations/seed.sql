-- A few people to try the API with. Their password is `walkies!`.

with people (id, email) as (
    values
        ('00000000-0000-4000-8000-000000000001'::uuid, 'jiwoo@sniffmeet.example'),
        ('00000000-0000-4000-8000-000000000002', 'minjun@sniffmeet.example'),
        ('00000000-0000-4000-8000-000000000003', 'sora@sniffmeet.example')
), users as (
    insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
        created_at, updated_at, confirmation_token, recovery_token, email_change, email_change_token_new
    )
    select
        '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email,
        extensions.crypt('walkies!', extensions.gen_salt('bf')), now(), '{"provider": "email", "providers": ["email"]}', '{}',
        now(), now(), '', '', '', ''
    from people
)
insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
select
    gen_random_uuid(), id, 'email', id::text,
    jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false), now(), now(), now()
from people;

copy public.user_info (id, nickname, introduction) from stdin;
00000000-0000-4000-8000-000000000001	지우	Evening walks along the river.
00000000-0000-4000-8000-000000000002	민준	Two dogs, one leash.
00000000-0000-4000-8000-000000000003	Sora	
\.

copy public.dog_profile (owner, name, age, sex, is_neutered, size, keywords) from stdin;
00000000-0000-4000-8000-000000000001	초코	3	female	t	small	{활발한,friendly}
00000000-0000-4000-8000-000000000002	Bori	7	male	t	large	{calm}
00000000-0000-4000-8000-000000000002	콩이	1	female	f	small	{shy,"loves balls"}
00000000-0000-4000-8000-000000000003	Mandu	5	male	f	medium	{}
\.

insert into public.mate_list (user_id, mate_id, created_at) values
    ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', '2025-01-02 09:00Z'),
    ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', '2025-01-02 09:00Z'),
    ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003', '2025-01-03 18:30Z'),
    ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', '2025-01-03 18:30Z');

insert into public.walk_request (sender, receiver, message, place, latitude, longitude) values
    ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', '같이 산책해요!', '서울숲', 37.5443, 127.0374),
    ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000003', 'Saturday at ten?', 'Olympic Park', 37.5206, 127.1214);

update public.walk_request set state = 'accepted' where receiver = '00000000-0000-4000-8000-000000000003';
